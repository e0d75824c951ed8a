-- The unfinished game of a puzzle with the last move. The condition selects the player.
SELECT g.game_id, COALESCE(g.seed, '') AS seed
FROM game AS g
WHERE g.puzzle_id = ? AND g.finished_at IS NULL -- @condition
ORDER BY g.changed_at DESC, g.game_id
LIMIT 1
