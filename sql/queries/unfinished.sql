-- @title Which puzzles are unfinished, and what is open?
-- @idea Unfinished puzzles have their candidates in the database, one row for each pencil mark.

SELECT z.puzzle_id, z.status, COUNT(DISTINCT c.cell) AS open_cells, COUNT(*) AS candidates
FROM puzzle AS z
INNER JOIN candidate AS c ON c.puzzle_id = z.puzzle_id
GROUP BY z.puzzle_id, z.status
ORDER BY z.puzzle_id;
