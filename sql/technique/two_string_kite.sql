-- @technique two_string_kite | 2-String Kite | tier 200 | hard | weight 150 | library 0401 0404
-- @family single_digit
-- @alias Kite
-- @idea A digit has two places in a row and two places in a column. One place of the row and one of the column lie in the
--   same box, which has the digit once only. So at least one of the other two places holds it, and every cell that sees
--   both loses the digit.
-- @spot Pick a digit and find a row and a column with just two places each that have one end in the same box. The
--   cell where the lines through the two free ends cross loses the digit.
-- @how linked_pair has two units with two places for a digit each, near places in a third unit and far places outside of it. Here
--   the two units are a row and a column, and the third is a box.
-- @source Common knowledge among players, named after its shape.
-- @reads pass, linked_pair, unit_name, common_peer, pencil_mark
-- @writes deduction
-- @key digit, unit first, unit second, cell near_1, cell near_2, cell far_1, cell far_2, unit between
-- @evidence start far_1 digit, strong first digit, link near_1 digit, weak between digit, link near_2 digit, strong second
--   digit, end far_2 digit
-- @words In {{first (units "strong")}} the {{digits "strong"}} is in {{cells "start"}} or {{first "link"}}, in {{last
--   (units "strong")}} in {{last "link"}} or {{cells "end"}}.
-- @words Of {{cells "link"}}, which share {{units "weak"}}, at most one is {{digits "strong"}}. So {{cells "start"}}
--   or {{cells "end"}} is {{digits "strong"}}, or both are.
-- @words No cell that sees both {{cells "start" "end"}} can be {{digits "strong"}}{{namely effect}}.
-- @cost all pairs of a row and a column with two places for the same digit

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'two_string_kite', 0, v.cell, v.digit, MIN(k.pattern)
FROM pass AS p
CROSS JOIN linked_pair AS k
CROSS JOIN unit_name AS a
CROSS JOIN unit_name AS b
CROSS JOIN unit_name AS c
CROSS JOIN common_peer AS n
CROSS JOIN pencil_mark AS v
WHERE p.technique = 'two_string_kite'
    AND k.puzzle_id = p.puzzle_id
    AND a.unit_no = k.unit_no
    AND b.unit_no = k.other_no
    AND c.unit_no = k.between_no
    AND a.unit_type = 'row'
    AND b.unit_type = 'column'
    AND c.unit_type NOT IN ('row', 'column')
    AND n.cell = k.far
    AND n.other = k.other_far
    AND v.puzzle_id = k.puzzle_id
    AND v.digit = k.digit
    AND v.cell = n.peer
GROUP BY v.puzzle_id, v.cell, v.digit;
