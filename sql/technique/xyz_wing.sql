-- @technique xyz_wing | XYZ-Wing | tier 250 | hard | weight 180 | library 0801
-- @family wings
-- @idea The pivot is a cell with the three candidates X, Y and Z. It sees two pincers, a cell with X and Z and a cell with
--   Y and Z. Whichever digit the pivot holds, one of the three cells holds Z. Every cell that sees all three loses Z.
-- @spot Take a cell with three candidates as the pivot, say 123, and look in its units for cells with 13 and 23. A
--   candidate 3 that sees all three cells goes, and you need to look only in the box of the pivot.
-- @how combination_member gives the three digits of the pivot in every order. bivalue_cell is joined once for each pincer,
--   and peer says that the pincers see the pivot.
-- @source Common knowledge among players, named after the digits of the pivot.
-- @reads pass, candidate_mask, combination, combination_member, bivalue_cell, peer, common_peer, pencil_mark
-- @writes deduction
-- @key cell pivot, cell first, cell second
-- @evidence pivot pivot, pincer first, pincer second
-- @words {{cells "pivot"}} is {{anyof (candidates "pivot")}} and sees {{shown "pincer"}}.
-- @words {{with shared "pincer"}}If {{cells "pivot"}} is {{less (candidates (first "pincer")) .}}, {{first "pincer"}}
--   is {{.}}. If {{cells "pivot"}} is {{less (candidates (last "pincer")) .}}, {{last "pincer"}} is {{.}}. Otherwise
--   {{cells "pivot"}} itself is {{.}}.{{line}}{{one_holds (cells "pivot" "pincer") .}}{{end}}
-- @cost all cells with three candidates, and the bivalue cells with two of them

WITH xyz_wing AS (
    SELECT m.puzzle_id, m.cell AS pivot, z.member AS digit, a.cell AS pincer, b.cell AS other_pincer
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN combination AS c
    CROSS JOIN combination_member AS z
    CROSS JOIN combination_member AS x
    CROSS JOIN combination_member AS y
    CROSS JOIN bivalue_cell AS a
    CROSS JOIN peer AS n
    CROSS JOIN bivalue_cell AS b
    CROSS JOIN peer AS o
    WHERE p.technique = 'xyz_wing'
        AND m.puzzle_id = p.puzzle_id
        AND c.mask = m.mask
        AND c.size = 3
        AND z.combination_id = c.combination_id
        AND x.combination_id = c.combination_id
        AND x.member <> z.member
        AND y.combination_id = c.combination_id
        AND y.member <> x.member
        AND y.member <> z.member
        AND a.puzzle_id = m.puzzle_id
        AND a.digit = z.member
        AND a.other_digit = x.member
        AND n.cell = m.cell
        AND n.peer = a.cell
        AND b.puzzle_id = m.puzzle_id
        AND b.digit = z.member
        AND b.other_digit = y.member
        AND b.cell > a.cell
        AND o.cell = m.cell
        AND o.peer = b.cell
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'xyz_wing', 0, v.cell, v.digit, MIN((w.pivot * 100 + w.pincer) * 100 + w.other_pincer)
FROM xyz_wing AS w
CROSS JOIN common_peer AS n
CROSS JOIN peer AS o
CROSS JOIN pencil_mark AS v
WHERE n.cell = w.pincer
    AND n.other = w.other_pincer
    AND o.cell = w.pivot
    AND o.peer = n.peer
    AND v.puzzle_id = w.puzzle_id
    AND v.digit = w.digit
    AND v.cell = n.peer
GROUP BY v.puzzle_id, v.cell, v.digit;
