-- @technique avoidable_rectangle_1 | Avoidable Rectangle 1 | tier 330 | hard | weight 100 | library 0607
-- @family uniqueness
-- @unique yes
-- @alias AR, Avoidable Rectangle
-- @idea Three corners of a rectangle are filled, and none of them is a given. Two opposite corners hold the same digit. If
--   the fourth corner held the same digit as its opposite corner, the two digits could change places and the puzzle would
--   have a second solution. So the fourth corner loses that digit.
-- @spot Look at the digits that you have written yourself, and not at the givens. If they fill three corners of a
--   rectangle in two boxes with two digits, cross out in the fourth corner the digit that would repeat the exchange.
-- @how placed_cell has the filled cells that are not givens. Two of them with the same digit are the neighbors of the open
--   corner, and a third one is the opposite corner.
-- @source Common knowledge among players. It is valid only for puzzles with one solution.
-- @reads pass, placed_cell, rectangle_corner, pencil_mark
-- @writes deduction
-- @key rectangle, corner in rectangle, digit leaves, digit other
-- @evidence filled not corner, open corner, digit leaves, digit other
-- @words {{deadly}}
-- @words {{filled "filled"}} were placed, not given. If {{victims}} were {{lost}}, the rectangle would hold nothing
--   but {{both "digit" "digit"}}.
-- @words So {{effect}}.
-- @cost all pairs of placed cells with the same digit, with one look at the rectangle of each pair

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'avoidable_rectangle_1', 0, v.cell, v.digit,
    MIN(((c.rectangle_no * 10 + c.corner_no) * 10 + o.digit) * 10 + a.digit)
FROM pass AS p
CROSS JOIN placed_cell AS a
CROSS JOIN placed_cell AS b
CROSS JOIN rectangle_corner AS c
CROSS JOIN placed_cell AS o
CROSS JOIN pencil_mark AS v
WHERE p.technique = 'avoidable_rectangle_1'
    AND a.puzzle_id = p.puzzle_id
    AND b.puzzle_id = a.puzzle_id
    AND b.digit = a.digit
    AND b.cell <> a.cell
    AND c.row_mate = a.cell
    AND c.column_mate = b.cell
    AND o.puzzle_id = a.puzzle_id
    AND o.cell = c.opposite
    AND v.puzzle_id = a.puzzle_id
    AND v.digit = o.digit
    AND v.cell = c.cell
GROUP BY v.puzzle_id, v.cell, v.digit;
