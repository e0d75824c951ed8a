-- @technique skyscraper | Skyscraper | tier 190 | hard | weight 130 | library 0400
-- @family single_digit
-- @idea A digit has two places in each of two rows, and two of these places stand in one column. That column has the digit
--   once at most, so at least one of the other two places holds it. These two places are the roof, and every cell that sees
--   both loses the digit. The same holds with rows and columns exchanged.
-- @how conjugate_pair has the units with two places for a digit. Its binary sets of rows and columns (row_set, column_set)
--   tell which line the places of two pairs share. CASE picks of each pair the place in that line (near) and the other one
--   (far).
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
-- @cost all pairs of parallel lines with two places for the same digit

WITH tower_pair AS (
    SELECT c.puzzle_id, c.digit, c.unit_no, d.unit_no AS other_no,
        CASE WHEN (c.cell_row & d.row_set) + (c.cell_column & d.column_set) = 0 THEN c.cell ELSE c.other END AS far,
        CASE WHEN (d.cell_row & c.row_set) + (d.cell_column & c.column_set) = 0 THEN d.cell ELSE d.other END AS other_far,
        CASE WHEN (c.cell_row & d.row_set) + (c.cell_column & d.column_set) = 0 THEN c.other ELSE c.cell END AS near,
        CASE WHEN (d.cell_row & c.row_set) + (d.cell_column & c.column_set) = 0 THEN d.other ELSE d.cell END AS other_near
    FROM pass AS p
    CROSS JOIN conjugate_pair AS c
    CROSS JOIN conjugate_pair AS d
    WHERE p.technique = 'skyscraper'
        AND c.puzzle_id = p.puzzle_id
        AND c.unit_type <> 'box'
        AND d.puzzle_id = c.puzzle_id
        AND d.digit = c.digit
        AND d.unit_type = c.unit_type
        AND d.unit_no > c.unit_no
        AND (c.row_set & d.row_set) + (c.column_set & d.column_set) <> 0
        AND c.row_set + c.column_set <> d.row_set + d.column_set
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'skyscraper', 0, v.cell, v.digit,
    MIN(((((((CAST(s.digit AS BIGINT) * 100 + s.unit_no) * 100 + s.other_no) * 100 + s.near) * 100 + s.other_near) * 100 + s.far) * 100
        + s.other_far) * 100 + CASE WHEN s.unit_no <= 9 THEN 9 + s.near % 10 ELSE s.near / 10 END)
FROM tower_pair AS s
CROSS JOIN common_peer AS n
CROSS JOIN pencil_mark AS v
WHERE n.cell = CASE WHEN s.far < s.other_far THEN s.far ELSE s.other_far END
    AND n.other = CASE WHEN s.far < s.other_far THEN s.other_far ELSE s.far END
    AND v.puzzle_id = s.puzzle_id
    AND v.digit = s.digit
    AND v.cell = n.peer
GROUP BY v.puzzle_id, v.cell, v.digit;
