-- @title Which cells are filled last?
-- @idea The cells that were placed in the last step of a puzzle, counted over all solved puzzles.
-- @parameter most 5 how many to show

SELECT c.cell, COUNT(*) AS puzzles
FROM puzzle AS z
INNER JOIN cell AS c ON c.puzzle_id = z.puzzle_id AND c.step = z.steps
WHERE z.status = 'solved'
GROUP BY c.cell
ORDER BY puzzles DESC, c.cell
LIMIT :most;
