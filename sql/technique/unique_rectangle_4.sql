-- @technique unique_rectangle_4 | Unique Rectangle 4 | tier 290 | hard | weight 100 | library 0603
-- @family uniqueness
-- @unique yes
-- @alias UR, Unique Rectangle, UR 4, UR Type 4
-- @idea Two corners of a rectangle in one line, the floor, have the same two candidates. In a unit of the other two
--   corners, the roof, one of these digits has no place but the two roof cells. One roof cell holds it. If the other roof
--   cell held the second digit, the two could change places, so both roof cells lose the second digit.
-- @spot Find two cells in a line with the same two candidates, the floor, and a roof with more digits. If one of the
--   two digits has no other place in a unit of the roof, cross the other one out in the roof.
-- @how floor_pair lists the pairs of bivalue cells with the same digits, once for each of the two digits. rectangle_side
--   gives the roof, and strong_link says that the digit has no other place in a unit.
-- @source Common knowledge among players. It is valid only for puzzles with one solution.
-- @reads pass, bivalue_cell, rectangle_side, strong_link, pencil_mark
-- @writes deduction
-- @key rectangle, pair floor in rectangle, digit stays, digit leaves, unit
-- @evidence floor floor, roof not floor, digit stays, digit leaves, base unit stays
-- @words {{deadly}}
-- @words {{shown "floor"}} have no other candidates. In {{units "base"}} the {{digits "base"}} has no places but
--   {{places "base" "base"}}, so one of these two is {{digits "base"}}.
-- @words If the other one were {{less (digits "digit") (digits "base")}}, the rectangle would hold nothing but
--   {{both "digit" "digit"}}. So {{effect}}.
-- @cost all pairs of bivalue cells with the same two digits, times their rectangles

WITH floor_pair AS (
    SELECT f.puzzle_id, f.cell, g.cell AS other_cell, f.digit, f.other_digit
    FROM pass AS p
    CROSS JOIN bivalue_cell AS f
    CROSS JOIN bivalue_cell AS g
    WHERE p.technique = 'unique_rectangle_4'
        AND f.puzzle_id = p.puzzle_id
        AND g.puzzle_id = f.puzzle_id
        AND g.cell > f.cell
        AND g.digit = f.digit
        AND g.other_digit = f.other_digit
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'unique_rectangle_4', 0, v.cell, v.digit,
    MIN((((s.rectangle_no * 10 + s.side_no) * 10 + t.digit) * 10 + t.other_digit) * 100 + k.unit_no)
FROM floor_pair AS t
CROSS JOIN rectangle_side AS s
CROSS JOIN strong_link AS k
CROSS JOIN pencil_mark AS v
WHERE s.floor_1 = t.cell
    AND s.floor_2 = t.other_cell
    AND k.puzzle_id = t.puzzle_id
    AND k.digit = t.digit
    AND k.cell = s.roof_1
    AND k.other = s.roof_2
    AND v.puzzle_id = t.puzzle_id
    AND v.digit = t.other_digit
    AND v.cell IN (s.roof_1, s.roof_2)
GROUP BY v.puzzle_id, v.cell, v.digit;
