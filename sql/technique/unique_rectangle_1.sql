-- @technique unique_rectangle_1 | Unique Rectangle 1 | tier 260 | hard | weight 100 | library 0600
-- @family uniqueness
-- @unique yes
-- @alias UR, Unique Rectangle, UR 1, UR Type 1
-- @idea Four cells in two rows, two columns and two boxes must not hold just two digits, because the two could change
--   places and the puzzle would have a second solution. Three corners have no candidates but the same two digits. So the
--   fourth corner holds neither of them.
-- @spot Look for three cells with the same two candidates at the corners of a rectangle in two boxes. Cross the two
--   digits out in the fourth corner.
-- @how twin lists the pairs of bivalue cells with the same digits. rectangle_corner has the rectangle of which the two are
--   the neighbors of a corner, and a third bivalue cell must be in the opposite corner.
-- @source Common knowledge among players. It is valid only for puzzles with one solution.
-- @reads pass, bivalue_cell, rectangle_corner, pencil_mark
-- @writes deduction
-- @key rectangle, corner in rectangle, digits
-- @evidence floor not corner, roof corner, digit digits
-- @words {{deadly}}
-- @words {{shown "floor"}} have no other candidates. So {{cells "roof"}} must hold another digit{{namely effect}}.
-- @cost all pairs of bivalue cells with the same two digits, with one look at the rectangle of each pair

WITH twin AS (
    SELECT f.puzzle_id, f.cell, g.cell AS other_cell, f.digit, f.other_digit
    FROM pass AS p
    CROSS JOIN bivalue_cell AS f
    CROSS JOIN bivalue_cell AS g
    WHERE p.technique = 'unique_rectangle_1'
        AND f.puzzle_id = p.puzzle_id
        AND f.digit < f.other_digit
        AND g.puzzle_id = f.puzzle_id
        AND g.cell <> f.cell
        AND g.digit = f.digit
        AND g.other_digit = f.other_digit
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'unique_rectangle_1', 0, v.cell, v.digit,
    MIN((c.rectangle_no * 10 + c.corner_no) * 1000 + (1 << (t.digit - 1)) + (1 << (t.other_digit - 1)))
FROM twin AS t
CROSS JOIN rectangle_corner AS c
CROSS JOIN bivalue_cell AS b
CROSS JOIN pencil_mark AS v
WHERE c.row_mate = t.cell
    AND c.column_mate = t.other_cell
    AND b.puzzle_id = t.puzzle_id
    AND b.cell = c.opposite
    AND b.digit = t.digit
    AND b.other_digit = t.other_digit
    AND v.puzzle_id = t.puzzle_id
    AND v.digit IN (t.digit, t.other_digit)
    AND v.cell = c.cell
GROUP BY v.puzzle_id, v.cell, v.digit;
