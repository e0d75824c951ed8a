-- @technique xy_wing | XY-Wing | tier 240 | hard | weight 160 | library 0800
-- @family wings
-- @alias Y-Wing, YWing
-- @idea The pivot is a cell with two candidates, X and Y. It sees two pincers, a cell with X and Z and a cell with Y and Z.
--   Whichever digit the pivot holds, one pincer is left with Z, so every cell that sees both pincers loses Z.
-- @spot Take a cell with two candidates as the pivot, say 12, and look in its units for cells with 13 and 23. A
--   candidate 3 that sees both of these goes.
-- @how bivalue_cell has each cell with two candidates once for each of them. It is joined three times, once for the pivot
--   and once for each pincer, and peer says that the pincers see the pivot.
-- @source Common knowledge among players, named after the digits of the pivot.
-- @reads pass, bivalue_cell, peer, common_peer, pencil_mark
-- @writes deduction
-- @key cell pivot, cell first, cell second
-- @evidence pivot pivot, pincer first, pincer second
-- @words {{cells "pivot"}} is {{anyof (candidates "pivot")}} and sees {{shown "pincer"}}.
-- @words {{with (less (shared "pincer") (candidates "pivot"))}}If {{cells "pivot"}} is {{less (candidates (first
--   "pincer")) .}}, {{first "pincer"}} is {{.}}. If {{cells "pivot"}} is {{less (candidates (last "pincer")) .}},
--   {{last "pincer"}} is {{.}}.{{line}}{{one_holds "pincer" .}}{{end}}
-- @cost all bivalue cells, and the bivalue cells with one of the digits of each

WITH xy_wing AS (
    SELECT pivot.puzzle_id, pivot.cell AS pivot, first.other_digit AS digit, first.cell AS pincer, second.cell AS other_pincer
    FROM pass AS p
    CROSS JOIN bivalue_cell AS pivot
    CROSS JOIN bivalue_cell AS first
    CROSS JOIN peer AS n
    CROSS JOIN bivalue_cell AS second
    CROSS JOIN peer AS o
    WHERE p.technique = 'xy_wing'
        AND pivot.puzzle_id = p.puzzle_id
        AND first.puzzle_id = pivot.puzzle_id
        AND first.digit = pivot.digit
        AND first.other_digit <> pivot.other_digit
        AND n.cell = pivot.cell
        AND n.peer = first.cell
        AND second.puzzle_id = pivot.puzzle_id
        AND second.digit = pivot.other_digit
        AND second.other_digit = first.other_digit
        AND second.cell > first.cell
        AND o.cell = pivot.cell
        AND o.peer = second.cell
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'xy_wing', 0, v.cell, v.digit, MIN((w.pivot * 100 + w.pincer) * 100 + w.other_pincer)
FROM xy_wing AS w
CROSS JOIN common_peer AS n
CROSS JOIN pencil_mark AS v
WHERE n.cell = w.pincer
    AND n.other = w.other_pincer
    AND v.puzzle_id = w.puzzle_id
    AND v.digit = w.digit
    AND v.cell = n.peer
GROUP BY v.puzzle_id, v.cell, v.digit;
