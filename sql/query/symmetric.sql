-- @title Which puzzles are symmetric?
-- @idea The givens have point symmetry if the opposite cell of each given is a given too. The first of the 81 characters
--   is opposite to the last one, and so on to the middle.

SELECT z.puzzle_id, LENGTH(REPLACE(z.givens, '.', '')) AS clues
FROM puzzle AS z
WHERE LENGTH(REPLACE(z.givens, '.', '')) > 0
    AND NOT EXISTS (
        SELECT 1
        FROM location_wide AS l
        WHERE l.cell < 55
            AND (SUBSTR(z.givens, l.row_no * 9 + l.column_no - 9, 1) = '.')
                <> (SUBSTR(z.givens, 91 - l.row_no * 9 - l.column_no, 1) = '.')
    )
ORDER BY z.puzzle_id;
