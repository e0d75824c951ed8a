-- @title Which puzzles are pearls and diamonds?
-- @idea A diamond needs its hardest technique in its first step, a pearl up to its first placement. So a diamond is a pearl.
--   The steps must be stored.
-- @parameter most 5 how many to show

SELECT j.puzzle_id, z.level, z.hardest, j.diamond
FROM puzzle_jewel AS j
INNER JOIN puzzle AS z ON z.puzzle_id = j.puzzle_id
INNER JOIN technique AS t ON t.name = z.hardest
WHERE j.pearl = 1
ORDER BY t.level_no DESC, t.weight DESC, t.tier DESC, j.diamond DESC, j.puzzle_id
LIMIT :most;
