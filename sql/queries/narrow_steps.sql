-- @title Which puzzles have the most steps with a single deduction?
-- @idea If a step has one deduction, everything after it depends on that deduction. These puzzles have the most such
--   steps.
-- @parameter most 5 how many to show

SELECT s.puzzle_id, COUNT(*) AS narrow, z.steps
FROM step AS s
INNER JOIN puzzle AS z ON z.puzzle_id = s.puzzle_id
WHERE s.placements + s.eliminations = 1
GROUP BY s.puzzle_id, z.steps
ORDER BY narrow DESC, s.puzzle_id
LIMIT :most;
