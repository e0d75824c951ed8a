-- @title Which puzzles are unfinished, and what is open?
-- @idea A puzzle is unfinished if it has the status new or stuck. A cell is open if it has no row in the table cell. The
--   candidates are there once somebody has filled them in.

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
WHERE z.status IN ('new', 'stuck')
ORDER BY z.puzzle_id;
