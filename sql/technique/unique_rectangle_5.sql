-- @technique unique_rectangle_5 | Unique Rectangle 5 | tier 300 | hard | weight 100 | library 0604
-- @family uniqueness
-- @unique yes
-- @alias UR, Unique Rectangle, UR 5, UR Type 5
-- @idea Two opposite corners of a rectangle, or three corners, have the same two digits and one more, and the other
--   corners have just the two. Without the extra digit the rectangle would hold just two digits, which could change places.
--   So one of the corners with the extra digit holds it, and every cell that sees all of them loses it.
-- @spot Look for a rectangle in two boxes with the same two digits in all corners and the same third digit in three
--   corners or in two opposite ones. Candidates of the third digit that see all these corners go.
-- @how bare_corner is a corner with just two candidates, and rectangle_corner gives the other three. The masks of its two
--   neighbors without the bits of the two digits must be the mask of one digit in token, and the opposite corner has that
--   digit or none.
-- @source Common knowledge among players. It is valid only for puzzles with one solution.
-- @reads pass, bivalue_cell, candidate_mask, rectangle_corner, token, pencil_mark, peer
-- @writes deduction
-- @key rectangle, digits, corners floor in rectangle
-- @evidence floor floor, roof not floor, digit digits
-- @words {{deadly}}
-- @words Only {{shown "roof"}} {{verb "roof" "has" "have"}} another candidate, the {{less (candidates "roof") (digits
--   "digit")}}.
-- @words {{one_holds "roof" (less (candidates "roof") (digits "digit"))}}
-- @cost all bivalue cells, times their rectangles

WITH bare_corner AS (
    SELECT f.puzzle_id, f.cell, f.digit, f.other_digit, m.mask
    FROM pass AS p
    CROSS JOIN bivalue_cell AS f
    CROSS JOIN candidate_mask AS m
    WHERE p.technique = 'unique_rectangle_5'
        AND f.puzzle_id = p.puzzle_id
        AND f.digit < f.other_digit
        AND m.puzzle_id = f.puzzle_id
        AND m.cell = f.cell
),
extra AS (
    SELECT f.puzzle_id, c.row_mate, c.column_mate, c.opposite, x.digit, o.mask & x.mask AS in_opposite,
        (c.rectangle_no * 1000 + (1 << (f.digit - 1)) + (1 << (f.other_digit - 1))) * 16 + (1 << (c.corner_no - 1))
            + CASE WHEN o.mask = f.mask THEN 1 << (4 - c.corner_no) ELSE 0 END AS pattern
    FROM bare_corner AS f
    CROSS JOIN rectangle_corner AS c
    CROSS JOIN candidate_mask AS a
    CROSS JOIN token AS x
    CROSS JOIN candidate_mask AS b
    CROSS JOIN candidate_mask AS o
    WHERE c.cell = f.cell
        AND a.puzzle_id = f.puzzle_id
        AND a.cell = c.row_mate
        AND a.mask & f.mask <> 0
        AND x.mask = a.mask & ~f.mask
        AND b.puzzle_id = f.puzzle_id
        AND b.cell = c.column_mate
        AND b.mask & f.mask <> 0
        AND b.mask & ~f.mask = x.mask
        AND o.puzzle_id = f.puzzle_id
        AND o.cell = c.opposite
        AND o.mask & f.mask <> 0
        AND (o.mask = f.mask OR o.mask & ~f.mask = x.mask)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'unique_rectangle_5', 0, v.cell, v.digit, MIN(e.pattern)
FROM extra AS e
CROSS JOIN pencil_mark AS v
CROSS JOIN peer AS a
CROSS JOIN peer AS b
WHERE v.puzzle_id = e.puzzle_id
    AND v.digit = e.digit
    AND a.cell = e.row_mate
    AND a.peer = v.cell
    AND b.cell = e.column_mate
    AND b.peer = v.cell
    AND (e.in_opposite = 0 OR EXISTS (
        SELECT 1
        FROM peer AS o
        WHERE o.cell = e.opposite AND o.peer = v.cell
    ))
GROUP BY v.puzzle_id, v.cell, v.digit;
