-- The games of a player, unfinished ones first, then by the last move. The condition selects the player and the puzzle.
-- A game whose puzzle is gone is among them.
SELECT g.game_id, g.puzzle_id, g.technique, g.elapsed_ms, g.changed_at, g.finished_at IS NOT NULL AS finished,
    (SELECT COUNT(DISTINCT h.version) FROM game_hint AS h WHERE h.game_id = g.game_id) AS hints
FROM game AS g
WHERE 1 = 1 -- @condition
ORDER BY CASE WHEN g.finished_at IS NULL THEN 0 ELSE 1 END, g.changed_at DESC, g.game_id
LIMIT ?
