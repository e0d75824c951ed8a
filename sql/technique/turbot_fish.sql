-- @technique turbot_fish | Turbot Fish | tier 210 | hard | weight 120 | library 0403
-- @family single_digit
-- @alias Turbot, Crane
-- @idea A digit has two places in a box and two places in another unit. One place of each is in the same row or column,
--   which has the digit once only. So at least one of the other two places holds it, and every cell that sees both loses
--   the digit.
-- @spot Pick a digit and find a box with just two places that are not in one line. Follow the line of one of them to
--   a unit with just two places, and look for a candidate that sees the two free ends.
-- @how linked_pair has two units with two places for a digit each, near places in a third unit and far places outside of it. Here
--   one of the two is a box, which comes first, and the third is a line.
-- @source Common knowledge among players.
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
-- @cost all ends of boxes with two places, times the units with two places for the same digit

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'turbot_fish', 0, v.cell, v.digit, MIN(k.pattern)
FROM pass AS p
CROSS JOIN linked_pair AS k
CROSS JOIN unit_name AS a
CROSS JOIN unit_name AS c
CROSS JOIN common_peer AS n
CROSS JOIN pencil_mark AS v
WHERE p.technique = 'turbot_fish'
    AND k.puzzle_id = p.puzzle_id
    AND a.unit_no = k.unit_no
    AND a.unit_type NOT IN ('row', 'column')
    AND c.unit_no = k.between_no
    AND c.unit_type IN ('row', 'column')
    AND n.cell = k.far
    AND n.other = k.other_far
    AND v.puzzle_id = k.puzzle_id
    AND v.digit = k.digit
    AND v.cell = n.peer
GROUP BY v.puzzle_id, v.cell, v.digit;
