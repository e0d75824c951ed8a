-- The games of a player, unfinished ones first, then by the last move. The condition selects the player and the puzzle.
-- A game whose puzzle is gone is among them, and so is one with NULL, which no game has.
SELECT g.game_id, COALESCE(g.puzzle_id, 0) AS puzzle_id, g.technique, COALESCE(g.elapsed_ms, 0) AS elapsed_ms,
    COALESCE(g.changed_at, '') AS changed_at, g.finished_at IS NOT NULL AS finished,
    (SELECT COUNT(DISTINCT h.version) FROM game_hint AS h WHERE h.game_id = g.game_id) AS hints
FROM game AS g
WHERE 1 = 1 -- @condition
ORDER BY CASE WHEN g.finished_at IS NULL THEN 0 ELSE 1 END, g.changed_at DESC, g.game_id
LIMIT ?
