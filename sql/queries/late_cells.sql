-- @title Which cells are filled last?
-- @idea The cells that were placed in the last step of a puzzle, counted over all solved puzzles.
-- @parameter most 5 how many to show

SELECT c.cell, COUNT(*) AS puzzles
FROM cell AS c
INNER JOIN puzzle AS z ON z.puzzle_id = c.puzzle_id AND z.steps = c.step
WHERE z.status = 'solved' AND c.step > 0
GROUP BY c.cell
ORDER BY puzzles DESC, c.cell
LIMIT :most;
