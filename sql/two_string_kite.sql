-- @technique two_string_kite | 2-String Kite | tier 200 | hard | weight 150 | library 0401 0404
-- @family single_digit
-- @idea A digit has two places in a row and two places in a column. One place of the row and one of the column lie in the
--   same box, which has the digit once only. So at least one of the other two places holds it, and every cell that sees
--   both loses the digit.
-- @how conjugate_pair has the units with two places for a digit. Its binary set of boxes (box_set) tells which box a row
--   and a column share. CASE picks of each pair the place in that box (near) and the other one (far).
-- @source Common knowledge among players, named after its shape.
-- @reads pass, conjugate_pair, common_peer, pencil_mark
-- @writes deduction
-- @key digit, unit first, unit second, cell near_1, cell near_2, cell far_1, cell far_2, unit between
-- @evidence start far_1 digit, strong first digit, link near_1 digit, weak between digit, link near_2 digit, strong second
--   digit, end far_2 digit
-- @words In {{first (units "strong")}} the {{digits "strong"}} stands in {{cells "start"}} or {{first "link"}}, in {{last
--   (units "strong")}} in {{last "link"}} or {{cells "end"}}.
-- @words Of {{cells "link"}}, which share {{units "weak"}}, only one can hold it. So {{cells "start"}} or {{cells "end"}}
--   does, or both do.
-- @words No cell that sees both can hold it{{namely effect}}.
-- @cost all pairs of a row and a column with two places for the same digit

WITH kite AS (
    SELECT c.puzzle_id, c.digit, c.unit_no, d.unit_no AS other_no,
        CASE WHEN c.cell_box & d.box_set = 0 THEN c.cell ELSE c.other END AS far,
        CASE WHEN d.cell_box & c.box_set = 0 THEN d.cell ELSE d.other END AS other_far,
        CASE WHEN c.cell_box & d.box_set = 0 THEN c.other ELSE c.cell END AS near,
        CASE WHEN d.cell_box & c.box_set = 0 THEN d.other ELSE d.cell END AS other_near
    FROM pass AS p
    CROSS JOIN conjugate_pair AS c
    CROSS JOIN conjugate_pair AS d
    WHERE p.technique = 'two_string_kite'
        AND c.puzzle_id = p.puzzle_id
        AND c.unit_type = 'row'
        AND d.puzzle_id = c.puzzle_id
        AND d.digit = c.digit
        AND d.unit_type = 'column'
        AND c.box_set & d.box_set <> 0
        AND d.cell NOT IN (c.cell, c.other)
        AND d.other NOT IN (c.cell, c.other)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'two_string_kite', 0, v.cell, v.digit,
    MIN(((((((CAST(k.digit AS BIGINT) * 100 + k.unit_no) * 100 + k.other_no) * 100 + k.near) * 100 + k.other_near) * 100 + k.far) * 100
        + k.other_far) * 100 + 19 + (k.near / 10 - 1) / 3 * 3 + (k.near % 10 - 1) / 3)
FROM kite AS k
CROSS JOIN common_peer AS n
CROSS JOIN pencil_mark AS v
WHERE n.cell = CASE WHEN k.far < k.other_far THEN k.far ELSE k.other_far END
    AND n.other = CASE WHEN k.far < k.other_far THEN k.other_far ELSE k.far END
    AND v.puzzle_id = k.puzzle_id
    AND v.digit = k.digit
    AND v.cell = n.peer
GROUP BY v.puzzle_id, v.cell, v.digit;
