-- @title Which puzzles hang by a thread?
-- @idea A step with one deduction is one that everything after it waits for. Here are the puzzles
--   with the most of them.
-- @parameter most 5 how many to show

SELECT s.puzzle_id, COUNT(*) AS narrow, z.steps
FROM step AS s
INNER JOIN puzzle AS z ON z.puzzle_id = s.puzzle_id
WHERE s.placements + s.eliminations = 1
GROUP BY s.puzzle_id, z.steps
ORDER BY narrow DESC, s.puzzle_id
LIMIT :most;
