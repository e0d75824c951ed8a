-- @title Which puzzles are unfinished, and what is open?
-- @idea Unfinished puzzles have their candidates in the database, one row for each pencil mark. A cell is open if it has
--   no row in the view cell.

SELECT z.puzzle_id, z.status, 81 - (
        SELECT COUNT(*)
        FROM cell AS f
        WHERE f.puzzle_id = z.puzzle_id
    ) AS open_cells, (
        SELECT COUNT(*)
        FROM candidate AS c
        WHERE c.puzzle_id = z.puzzle_id
    ) AS candidates
FROM puzzle AS z
WHERE EXISTS (SELECT 1 FROM candidate AS c WHERE c.puzzle_id = z.puzzle_id)
ORDER BY z.puzzle_id;
