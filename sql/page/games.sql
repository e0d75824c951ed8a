-- The games of a player, each with its puzzle, and then its moves. The condition selects the player.
WITH listed_game AS (
    SELECT g.game_id, g.puzzle_id, g.seed, g.technique, g.elapsed_ms, g.changed_at, g.finished_at, g.start, g.position,
        (SELECT COUNT(DISTINCT h.version) FROM game_hint AS h WHERE h.game_id = g.game_id) AS hints,
        ROW_NUMBER() OVER (
            ORDER BY CASE WHEN g.finished_at IS NULL THEN 0 ELSE 1 END, g.changed_at DESC, g.game_id
        ) AS place
    FROM game AS g
    WHERE 1 = 1 -- @condition
    ORDER BY place
    LIMIT ?
)
SELECT g.place, 0 AS move, 0 AS cell, '' AS action, 0 AS value, 0 AS digit, g.game_id,
    COALESCE(g.puzzle_id, 0) AS puzzle_id, COALESCE(g.seed, '') AS seed, g.technique, COALESCE(g.elapsed_ms, 0) AS elapsed_ms,
    COALESCE(g.changed_at, '') AS changed_at, g.finished_at, g.hints, z.level, COALESCE(z.puzzle_id, 0) AS found_id,
    g.start, g.position,
    CASE WHEN z.puzzle_id IS NULL THEN '' ELSE z.givens END AS givens,
    CASE WHEN z.puzzle_id IS NULL THEN '' ELSE z.state END AS state,
    CASE WHEN z.puzzle_id IS NULL THEN '' ELSE z.variant END AS variant
FROM listed_game AS g
LEFT JOIN puzzle AS z ON z.puzzle_id = g.puzzle_id
UNION ALL
SELECT g.place, m.move, m.cell, m.action, m.value, m.digit, '', 0, '', NULL, 0, '', NULL, 0, NULL, 0, '', 0, '', '', ''
FROM listed_game AS g
INNER JOIN game_move AS m ON m.game_id = g.game_id
ORDER BY place, move, cell
