-- @title Why can a digit not be in a cell?
-- @idea Either a technique eliminated it, or a peer has the digit, or the cell has another digit. The first step that
--   caused one of these is the reason.
-- @parameter puzzle_id 1 number of the puzzle
-- @parameter cell 11 row * 10 + column
-- @parameter digit 1 the digit

WITH reason AS (
    SELECT e.step, e.rule, 'crossed out' AS what, e.cell
    FROM elimination AS e
    WHERE e.puzzle_id = :puzzle_id AND e.cell = :cell AND e.digit = :digit
    UNION ALL
    SELECT c.step, c.rule, 'a peer has the digit', c.cell
    FROM cell AS c
    INNER JOIN peer AS p ON p.peer = c.cell
    WHERE c.puzzle_id = :puzzle_id AND p.cell = :cell AND c.digit = :digit
    UNION ALL
    SELECT c.step, c.rule, 'another digit is there', c.cell
    FROM cell AS c
    WHERE c.puzzle_id = :puzzle_id AND c.cell = :cell AND c.digit <> :digit
)
SELECT r.step, r.rule, r.what, r.cell
FROM reason AS r
ORDER BY r.step, r.what, r.cell
LIMIT 1;
