-- @technique hidden_rectangle | Hidden Rectangle | tier 320 | hard | weight 100 | library 0606
-- @family uniqueness
-- @unique yes
-- @idea One corner of a rectangle has just two candidates. From the opposite corner one of the two digits has strong links
--   to both other corners, so these two hold it whenever the opposite corner does not. If the opposite corner held the
--   second digit, the first corner would hold it too, and the two digits could change places. So the opposite corner loses
--   the second digit.
-- @spot Start at a corner with two candidates and look at the opposite corner of a rectangle in two boxes. If one of
--   the two digits has no places but the corners in the row and in the column of that opposite corner, cross the
--   other digit out there.
-- @how Two strong links of a digit begin in one cell. rectangle_corner has the rectangle to whose neighbors they lead, and
--   bivalue_cell the opposite corner.
-- @source Common knowledge among players. It is valid only for puzzles with one solution.
-- @reads pass, strong_link, rectangle_corner, bivalue_cell, pencil_mark
-- @writes deduction
-- @key rectangle, corner in rectangle, digit linked, digit leaves, unit first, unit second
-- @evidence floor opposite corner, roof corner, roof adjacent corner, digit linked, digit leaves, base first linked, base second
--   linked
-- @words {{deadly}}
-- @words {{shown "floor"}} has no other candidates. The {{digits "base"}} has two places {{index (links "base") 0}} and two
--   {{index (links "base") 1}}.
-- @words If {{victims}} were {{lost}}, {{less (cells "roof") victims}} would both be {{digits "base"}}, then {{cells
--   "floor"}} would be {{lost}}, and the rectangle would hold nothing but {{digits "digit"}}. So {{effect}}.
-- @cost all pairs of strong links of a digit with a common cell, with one look at the rectangle of each pair

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'hidden_rectangle', 0, v.cell, v.digit,
    MIN(((((CAST(c.rectangle_no AS BIGINT) * 10 + c.corner_no) * 10 + b.digit) * 10 + b.other_digit) * 100 + k.unit_no) * 100 + j.unit_no)
FROM pass AS p
CROSS JOIN strong_link AS k
CROSS JOIN strong_link AS j
CROSS JOIN rectangle_corner AS c
CROSS JOIN bivalue_cell AS b
CROSS JOIN pencil_mark AS v
WHERE p.technique = 'hidden_rectangle'
    AND k.puzzle_id = p.puzzle_id
    AND j.puzzle_id = k.puzzle_id
    AND j.digit = k.digit
    AND j.cell = k.cell
    AND j.other <> k.other
    AND c.row_mate = k.other
    AND c.column_mate = j.other
    AND c.cell = k.cell
    AND b.puzzle_id = k.puzzle_id
    AND b.cell = c.opposite
    AND b.digit = k.digit
    AND v.puzzle_id = k.puzzle_id
    AND v.digit = b.other_digit
    AND v.cell = c.cell
GROUP BY v.puzzle_id, v.cell, v.digit;
