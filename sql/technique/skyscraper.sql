-- @technique skyscraper | Skyscraper | tier 190 | hard | weight 130 | library 0400
-- @family single_digit
-- @idea A digit has two places in each of two rows, and two of these places lie in one column. That column has the digit
--   once at most, so at least one of the other two places holds it. These two places are the roof, and every cell that sees
--   both loses the digit. The same holds with rows and columns exchanged.
-- @spot Pick a digit and find two rows with just two places each, so that two of the places lie in one column. The
--   other two ends are the roof, and a candidate that sees both goes.
-- @how linked_pair has two units with two places for a digit each, near places in a third unit and far places outside of it. Here
--   the two units are lines of one kind, and the third is a line of the other kind. Far places in one line would make an X-Wing.
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
-- @cost all pairs of parallel lines with two places for the same digit

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'skyscraper', 0, v.cell, v.digit, MIN(k.pattern)
FROM pass AS p
CROSS JOIN linked_pair AS k
CROSS JOIN unit_name AS a
CROSS JOIN unit_name AS b
CROSS JOIN unit_name AS c
CROSS JOIN common_peer AS n
CROSS JOIN pencil_mark AS v
WHERE p.technique = 'skyscraper'
    AND k.puzzle_id = p.puzzle_id
    AND a.unit_no = k.unit_no
    AND b.unit_no = k.other_no
    AND c.unit_no = k.between_no
    AND a.unit_type = b.unit_type
    AND a.unit_type IN ('row', 'column')
    AND c.unit_type IN ('row', 'column')
    -- Far places in one line would make an X-Wing.
    AND k.far / 10 <> k.other_far / 10
    AND k.far % 10 <> k.other_far % 10
    AND n.cell = k.far
    AND n.other = k.other_far
    AND v.puzzle_id = k.puzzle_id
    AND v.digit = k.digit
    AND v.cell = n.peer
GROUP BY v.puzzle_id, v.cell, v.digit;
