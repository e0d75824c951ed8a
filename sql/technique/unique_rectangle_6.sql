-- @technique unique_rectangle_6 | Unique Rectangle 6 | tier 310 | hard | weight 100 | library 0605
-- @family uniqueness
-- @unique yes
-- @alias UR, Unique Rectangle, UR 6, UR Type 6
-- @idea Two opposite corners of a rectangle have the same two candidates. One of these digits makes an X-Wing in the
--   rectangle, so it is in two opposite corners. If it were in the other two corners, the second digit would be in
--   the first two, and both could change places. So the other two corners lose the first digit. A line of the X-Wing may
--   also be the box of both cells.
-- @spot Look for a rectangle in two boxes in which two opposite corners have the same two candidates and nothing
--   else. If one of the digits has no other place in both rows or in both columns, cross it out in the other two
--   corners.
-- @how twin lists the pairs of bivalue cells with the same digits, once for each of the two digits, and rectangle_corner
--   the rectangle in which they are opposite. Two strong links lead from them to the other two corners.
-- @source Common knowledge among players. It is valid only for puzzles with one solution.
-- @reads pass, bivalue_cell, rectangle_corner, strong_link, pencil_mark
-- @writes deduction
-- @key rectangle, corner in rectangle, number 10 direction, digit, digit other, unit first, unit second
-- @evidence floor corner, floor opposite corner, roof adjacent corner, digit digit, digit other, base first digit, base second
--   digit
-- @note The direction of the X-Wing is 1 for rows and 2 for columns.
-- @words {{deadly}}
-- @words {{shown "floor"}} are diagonally opposite and have no other candidates. The {{digits "base"}} has two places
--   {{index (links "base") 0}} and two {{index (links "base") 1}}, so it is in {{cells "floor"}}, or in {{cells "roof"}}.
-- @words If it were in {{cells "roof"}}, {{cells "floor"}} would both be {{less (digits "digit") (digits "base")}}, and the
--   rectangle would hold nothing but {{both "digit" "digit"}}. So {{effect}}.
-- @cost all pairs of bivalue cells with the same two digits, with one look at the rectangle of each pair

WITH twin AS (
    SELECT f.puzzle_id, f.cell, g.cell AS other_cell, f.digit, f.other_digit
    FROM pass AS p
    CROSS JOIN bivalue_cell AS f
    CROSS JOIN bivalue_cell AS g
    WHERE p.technique = 'unique_rectangle_6'
        AND f.puzzle_id = p.puzzle_id
        AND g.puzzle_id = f.puzzle_id
        AND g.cell > f.cell
        AND g.digit = f.digit
        AND g.other_digit = f.other_digit
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'unique_rectangle_6', 0, v.cell, v.digit,
    MIN((((((CAST(c.rectangle_no AS BIGINT) * 10 + c.corner_no) * 10 + CASE k.other WHEN c.row_mate THEN 1 ELSE 2 END) * 10 + t.digit) * 10
        + t.other_digit) * 100 + k.unit_no) * 100 + j.unit_no)
FROM twin AS t
CROSS JOIN rectangle_corner AS c
CROSS JOIN strong_link AS k
CROSS JOIN strong_link AS j
CROSS JOIN pencil_mark AS v
WHERE c.cell = t.cell
    AND c.opposite = t.other_cell
    AND k.puzzle_id = t.puzzle_id
    AND k.digit = t.digit
    AND k.cell = c.cell
    AND k.other IN (c.row_mate, c.column_mate)
    AND j.puzzle_id = t.puzzle_id
    AND j.digit = t.digit
    AND j.cell = c.opposite
    AND j.other IN (c.row_mate, c.column_mate)
    AND j.other <> k.other
    AND v.puzzle_id = t.puzzle_id
    AND v.digit = t.digit
    AND v.cell IN (c.row_mate, c.column_mate)
GROUP BY v.puzzle_id, v.cell, v.digit;
