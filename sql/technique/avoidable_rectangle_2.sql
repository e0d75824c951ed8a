-- @technique avoidable_rectangle_2 | Avoidable Rectangle 2 | tier 340 | hard | weight 100 | library 0608
-- @family uniqueness
-- @unique yes
-- @alias AR, Avoidable Rectangle
-- @idea Two corners of a rectangle are filled, and neither is a given. The other two corners have two candidates each, the
--   digit that would complete a rectangle of just two digits and one extra digit, the same in both. A rectangle of two
--   digits would allow a second solution, so one of the open corners holds the extra digit. Every cell that sees both open
--   corners loses it.
-- @spot Look at two digits that you have written yourself in corners of a rectangle in two boxes. If each open corner
--   has the digit that would complete the rectangle and the same extra digit, cross the extra digit out in the cells
--   that see both.
-- @how open_pair lists the pairs of bivalue cells that share a digit. The filled corners lie in a line and hold two digits
--   (rectangle_side), or they are opposite and hold the same one (rectangle_corner).
-- @source Common knowledge among players. It is valid only for puzzles with one solution.
-- @reads pass, bivalue_cell, rectangle_side, rectangle_corner, placed_cell, pencil_mark, peer
-- @writes deduction
-- @key rectangle, pair open in rectangle, digits
-- @evidence filled not open, open open, digit digits
-- @words {{deadly}}
-- @words {{filled "filled"}} were placed, not given. The other two corners are {{shown "open"}}. If neither of them
--   were {{less (candidates "open") (digits "digit")}}, the rectangle would hold nothing but {{both "digit" "digit"}}.
-- @words {{one_holds "open" (less (candidates "open") (digits "digit"))}}
-- @cost all pairs of bivalue cells that share a digit, with one look at the rectangles of each pair

WITH open_pair AS (
    SELECT f.puzzle_id, f.other_digit AS extra, f.cell, f.digit, g.cell AS other_cell, g.digit AS other_digit
    FROM pass AS p
    CROSS JOIN bivalue_cell AS f
    CROSS JOIN bivalue_cell AS g
    WHERE p.technique = 'avoidable_rectangle_2'
        AND f.puzzle_id = p.puzzle_id
        AND g.puzzle_id = f.puzzle_id
        AND g.cell > f.cell
        AND g.other_digit = f.other_digit
),
avoided AS (
    SELECT t.puzzle_id, t.extra, t.cell, t.other_cell,
        (s.rectangle_no * 10 + s.side_no) * 1000 + (1 << (t.digit - 1)) + (1 << (t.other_digit - 1)) AS pattern
    FROM open_pair AS t
    CROSS JOIN rectangle_side AS s
    CROSS JOIN placed_cell AS a
    CROSS JOIN placed_cell AS b
    WHERE t.digit <> t.other_digit
        AND s.floor_1 = t.cell
        AND s.floor_2 = t.other_cell
        AND a.puzzle_id = t.puzzle_id
        AND a.cell = s.roof_1
        AND a.digit = t.other_digit
        AND b.puzzle_id = t.puzzle_id
        AND b.cell = s.roof_2
        AND b.digit = t.digit
    UNION ALL
    SELECT t.puzzle_id, t.extra, t.cell, t.other_cell,
        (c.rectangle_no * 10 + c.corner_no + 4) * 1000 + (1 << (t.digit - 1)) + (1 << (a.digit - 1))
    FROM open_pair AS t
    CROSS JOIN rectangle_corner AS c
    CROSS JOIN placed_cell AS a
    CROSS JOIN placed_cell AS b
    WHERE t.digit = t.other_digit
        AND c.cell = t.cell
        AND c.opposite = t.other_cell
        AND a.puzzle_id = t.puzzle_id
        AND a.cell = c.row_mate
        AND b.puzzle_id = t.puzzle_id
        AND b.cell = c.column_mate
        AND b.digit = a.digit
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'avoidable_rectangle_2', 0, v.cell, v.digit, MIN(r.pattern)
FROM avoided AS r
CROSS JOIN pencil_mark AS v
CROSS JOIN peer AS a
CROSS JOIN peer AS b
WHERE v.puzzle_id = r.puzzle_id
    AND v.digit = r.extra
    AND a.cell = r.cell
    AND a.peer = v.cell
    AND b.cell = r.other_cell
    AND b.peer = v.cell
GROUP BY v.puzzle_id, v.cell, v.digit;
