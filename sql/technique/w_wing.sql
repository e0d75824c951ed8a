-- @technique w_wing | W-Wing | tier 230 | hard | weight 150 | library 0803
-- @family wings
-- @alias Semi-Remote Pair
-- @idea Two cells have the same two candidates. For one of these digits a unit has just two places, and each of the two
--   cells sees one of them. The two cells cannot both hold that digit, because the unit would have no place left for it. So
--   at least one of them holds the other digit, and every cell that sees both loses that one.
-- @spot Find two cells with the same two candidates that do not see each other. Look for a unit where one of the two
--   digits has just two places, each seen by one of the cells.
-- @how twin lists the pairs of bivalue cells with the same digits. strong_link has the unit with two places for a digit, from
--   either place to the other, and peer says whether the first cell sees the first place and the second cell the second.
-- @source Common knowledge among players, named after its shape.
-- @reads pass, bivalue_cell, strong_link, peer, common_peer, pencil_mark
-- @writes deduction
-- @key cell first, cell second, digit, unit, cell near_first, cell near_second
-- @evidence bivalue first, bridge_end near_first digit, bridge unit digit, bridge_end near_second digit, bivalue second
-- @words {{shown "bivalue"}} have the same two candidates. In {{units "bridge"}} the {{digits "bridge"}} is in {{anyof
--   "bridge_end"}}. {{first "bivalue"}} sees {{first "bridge_end"}}, and {{last "bivalue"}} sees {{last "bridge_end"}}.
-- @words If both {{cells "bivalue"}} were {{digits "bridge"}}, {{units "bridge"}} would have no {{digits "bridge"}}. So at
--   least one of these two cells is {{less (shared "bivalue") (digits "bridge")}}.
-- @words No cell that sees both {{cells "bivalue"}} can be {{less (shared "bivalue") (digits "bridge")}}{{namely effect}}.
-- @cost all pairs of bivalue cells with the same digits, times the units with two places for one of them

WITH twin AS (
    SELECT a.puzzle_id, a.cell, b.cell AS other_cell, a.digit, a.other_digit
    FROM pass AS p
    CROSS JOIN bivalue_cell AS a
    CROSS JOIN bivalue_cell AS b
    WHERE p.technique = 'w_wing'
        AND a.puzzle_id = p.puzzle_id
        AND b.puzzle_id = a.puzzle_id
        AND b.digit = a.digit
        AND b.other_digit = a.other_digit
        AND b.cell > a.cell
),
w_wing AS (
    SELECT t.puzzle_id, t.cell, t.other_cell, t.digit, t.other_digit, MIN((c.unit_no * 100 + c.cell) * 100 + c.other) AS bridge
    FROM twin AS t
    CROSS JOIN strong_link AS c
    CROSS JOIN peer AS n
    CROSS JOIN peer AS o
    WHERE c.puzzle_id = t.puzzle_id
        AND c.digit = t.digit
        AND c.cell <> t.other_cell
        AND c.other <> t.cell
        AND n.cell = t.cell
        AND n.peer = c.cell
        AND o.cell = t.other_cell
        AND o.peer = c.other
    GROUP BY t.puzzle_id, t.cell, t.other_cell, t.digit, t.other_digit
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'w_wing', 0, v.cell, v.digit,
    MIN(CAST((w.cell * 100 + w.other_cell) * 10 + w.digit AS BIGINT) * 1000000 + w.bridge)
FROM w_wing AS w
CROSS JOIN common_peer AS n
CROSS JOIN pencil_mark AS v
WHERE n.cell = w.cell
    AND n.other = w.other_cell
    AND v.puzzle_id = w.puzzle_id
    AND v.digit = w.other_digit
    AND v.cell = n.peer
GROUP BY v.puzzle_id, v.cell, v.digit;
