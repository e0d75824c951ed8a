-- @title Which puzzles are the hardest?
-- @idea The hardest technique is found by level, then weight, then position in the catalogue. The score adds up all
--   steps.
-- @parameter most 5 how many to show

SELECT z.puzzle_id, z.level, z.score, z.hardest, z.steps
FROM puzzle AS z
INNER JOIN technique AS t ON t.name = z.hardest
ORDER BY t.level_no DESC, t.weight DESC, t.tier DESC, z.score DESC, z.puzzle_id
LIMIT :most;
