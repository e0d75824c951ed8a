-- @technique turbot_fish | Turbot Fish | tier 210 | hard | weight 120 | library 0403
-- @family single_digit
-- @idea A digit has two places in a box and two places in another unit. One place of each stands in the same row or column,
--   which has the digit once only. So at least one of the other two places holds it, and every cell that sees both loses
--   the digit.
-- @how conjugate_pair has the units with two places for a digit. box_end has each pair of a box twice, so that either cell
--   is once the near one. The binary sets of rows and columns tell whether another pair has a place in a line of the near
--   cell.
-- @source Common knowledge among players.
-- @reads pass, conjugate_pair, common_peer, pencil_mark, token
-- @writes deduction
-- @key digit, unit first, unit second, cell near_1, cell near_2, cell far_1, cell far_2, unit between
-- @evidence start far_1 digit, strong first digit, link near_1 digit, weak between digit, link near_2 digit, strong second
--   digit, end far_2 digit
-- @words In {{first (units "strong")}} the {{digits "strong"}} stands in {{cells "start"}} or {{first "link"}}, in {{last
--   (units "strong")}} in {{last "link"}} or {{cells "end"}}.
-- @words Of {{cells "link"}}, which share {{units "weak"}}, only one can hold it. So {{cells "start"}} or {{cells "end"}}
--   does, or both do.
-- @words No cell that sees both can hold it{{namely effect}}.
-- @cost all ends of boxes with two places, times the units with two places for the same digit

WITH box_end AS (
    SELECT c.puzzle_id, c.digit, c.unit_no, c.cell, c.other,
        CASE t.digit WHEN 1 THEN c.cell ELSE c.other END AS near,
        CASE t.digit WHEN 1 THEN c.other ELSE c.cell END AS far,
        CASE t.digit WHEN 1 THEN c.row_set & c.cell_row ELSE c.row_set & ~c.cell_row END AS near_row,
        CASE t.digit WHEN 1 THEN c.column_set & c.cell_column ELSE c.column_set & ~c.cell_column END AS near_column
    FROM pass AS p
    CROSS JOIN conjugate_pair AS c
    CROSS JOIN token AS t
    WHERE p.technique = 'turbot_fish' AND c.puzzle_id = p.puzzle_id AND c.unit_type = 'box' AND t.digit <= 2
),
turbot_fish AS (
    SELECT e.puzzle_id, e.digit, e.unit_no, d.unit_no AS other_no, e.near, e.far,
        CASE WHEN (d.cell_row & e.near_row) + (d.cell_column & e.near_column) = 0 THEN d.other ELSE d.cell END AS other_near,
        CASE WHEN (d.cell_row & e.near_row) + (d.cell_column & e.near_column) = 0 THEN d.cell ELSE d.other END AS other_far
    FROM box_end AS e
    CROSS JOIN conjugate_pair AS d
    WHERE d.puzzle_id = e.puzzle_id
        AND d.digit = e.digit
        AND (d.row_set & e.near_row) + (d.column_set & e.near_column) <> 0
        AND d.cell NOT IN (e.cell, e.other)
        AND d.other NOT IN (e.cell, e.other)
        AND (d.unit_type <> 'box' OR d.unit_no > e.unit_no)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'turbot_fish', 0, v.cell, v.digit,
    MIN(((((((CAST(k.digit AS BIGINT) * 100 + k.unit_no) * 100 + k.other_no) * 100 + k.near) * 100 + k.other_near) * 100 + k.far) * 100
        + k.other_far) * 100 + CASE k.near / 10 WHEN k.other_near / 10 THEN k.near / 10 ELSE 9 + k.near % 10 END)
FROM turbot_fish AS k
CROSS JOIN common_peer AS n
CROSS JOIN pencil_mark AS v
WHERE n.cell = CASE WHEN k.far < k.other_far THEN k.far ELSE k.other_far END
    AND n.other = CASE WHEN k.far < k.other_far THEN k.other_far ELSE k.far END
    AND v.puzzle_id = k.puzzle_id
    AND v.digit = k.digit
    AND v.cell = n.peer
GROUP BY v.puzzle_id, v.cell, v.digit;
