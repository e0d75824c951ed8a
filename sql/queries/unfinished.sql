-- @title Which puzzles are not finished, and what is open?
-- @idea Unfinished puzzles keep their candidates, one row a pencil mark.

SELECT z.puzzle_id, z.status, COUNT(DISTINCT c.cell) AS open_cells, COUNT(*) AS candidates
FROM puzzle AS z
INNER JOIN candidate AS c ON c.puzzle_id = z.puzzle_id
GROUP BY z.puzzle_id, z.status
ORDER BY z.puzzle_id;
