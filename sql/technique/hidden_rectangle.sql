-- @technique hidden_rectangle | Hidden Rectangle | tier 320 | hard | weight 100 | library 0606
-- @family uniqueness
-- @unique yes
-- @alias Hidden Unique Rectangle, Hidden Rectangle 2
-- @idea One corner of a rectangle has just two candidates. From the opposite corner one of the two digits has strong links
--   to both other corners, so these two hold it whenever the opposite corner does not. If the opposite corner held the
--   second digit, the first corner would hold it too, and the two digits could change places, so the opposite corner loses
--   the second digit. The same follows if one of the other corners has just these two candidates, and the first corner has
--   a strong link of one digit to the fourth.
-- @spot Start at a corner with two candidates and look at the opposite corner of a rectangle in two boxes. If one of
--   the two digits has no places but the corners in the row and in the column of that opposite corner, cross the
--   other digit out there.
-- @how Two strong links of a digit begin in one cell. rectangle_corner has the rectangle to whose neighbors they lead, and
--   bivalue_cell the opposite corner. The second half begins at the opposite corner, whose neighbor has the same
--   two candidates.
-- @source Common knowledge among players. It is valid only for puzzles with one solution.
-- @reads pass, strong_link, rectangle_corner, bivalue_cell, pencil_mark
-- @writes deduction
-- @key rectangle, corner in rectangle, digit linked, digit leaves, unit first, unit second
-- @evidence floor opposite corner, roof corner, roof adjacent corner, digit linked, digit leaves, base first linked, base second
--   linked
-- @words {{deadly}}
-- @words {{if eq (size (units "base")) 2}}{{shown "floor"}} has{{else}}{{shown (less (join "floor" "roof") (join
--   victims (less (places "base" "base") "floor")))}} have{{end}} no other candidates. The {{digits "base"}} has two
--   places {{index (links "base") 0}}{{if eq (size (units "base")) 2}} and two {{index (links "base") 1}}{{end}}.
-- @words If {{victims}} were {{lost}}, {{if eq (size (units "base")) 2}}{{less (cells "roof") victims}} would both be
--   {{digits "base"}}, then {{cells "floor"}} would be {{lost}}{{else}}{{with less (places "base" "base") (cells
--   "floor")}}{{less (less (cells "roof") victims) .}} would be {{digits "base"}}, then {{cells "floor"}} would be
--   {{lost}} and {{.}} would be {{digits "base"}}{{end}}{{end}}, and the rectangle would hold nothing but {{both
--   "digit" "digit"}}. So {{effect}}.
-- @cost all pairs of strong links of a digit with a common cell, with one look at the rectangle of each pair, and all
--   pairs of equal bivalue cells

WITH found AS (
    SELECT v.puzzle_id, v.cell, v.digit, c.rectangle_no, c.corner_no, b.digit AS linked, k.unit_no AS first_no,
        j.unit_no AS second_no
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
    UNION ALL
    SELECT v.puzzle_id, v.cell, v.digit, c.rectangle_no, 5 - c.corner_no, b.digit, k.unit_no, 0
    FROM pass AS p
    CROSS JOIN bivalue_cell AS b
    CROSS JOIN rectangle_corner AS c
    CROSS JOIN bivalue_cell AS m
    CROSS JOIN strong_link AS k
    CROSS JOIN pencil_mark AS v
    WHERE p.technique = 'hidden_rectangle'
        AND b.puzzle_id = p.puzzle_id
        AND c.cell = b.cell
        AND m.puzzle_id = b.puzzle_id
        AND m.cell IN (c.row_mate, c.column_mate)
        AND m.digit = b.digit
        AND m.other_digit = b.other_digit
        AND k.puzzle_id = b.puzzle_id
        AND k.digit = b.digit
        AND k.cell = b.cell
        AND k.other = c.row_mate + c.column_mate - m.cell
        AND v.puzzle_id = b.puzzle_id
        AND v.digit = b.other_digit
        AND v.cell = c.opposite
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT f.puzzle_id, 'hidden_rectangle', 0, f.cell, f.digit,
    MIN(((((CAST(f.rectangle_no AS BIGINT) * 10 + f.corner_no) * 10 + f.linked) * 10 + f.digit) * 100 + f.first_no) * 100 + f.second_no)
FROM found AS f
GROUP BY f.puzzle_id, f.cell, f.digit;
