-- @technique claiming | Locked Candidates, claiming | tier 70 | medium | weight 50 | library 0101
-- @family intersections
-- @alias Claiming Pair, Box Line Reduction, Locked Candidates 2
-- @idea In a row or column all places of a digit lie in one box. The line will have the digit in one of them, so the rest
--   of that box loses the digit. The line claims its digit from the box.
-- @spot Go through the rows and columns with one digit in mind and see whether its candidates lie in one box. If they
--   do, cross the digit out in the other cells of that box.
-- @how It is pointing with box and line exchanged. place_mask has the places of a digit in a unit as a binary set, and
--   intersection has the three places of a line that lie in a box. In variants a line claims from every unit that it crosses.
-- @note The unit that loses the digit is box or, in variants if it is none, block.
-- @source Common knowledge among players. Also called box line reduction. An Oracle solver called it the second half of cross hatching.
-- @reads pass, place_mask, intersection, unit_name, location
-- @writes deduction, one elimination for each cell and digit
-- @key block, unit line, box, digit
-- @evidence base line digit, cover box digit, cover block digit
-- @words In {{units "base"}} all places of the {{digits "base"}} lie in {{units "cover"}}{{namely (places "base" "base")}}.
-- @words One of them holds the {{digits "base"}} of {{units "base"}}, which is the {{digits "base"}} of {{units "cover"}}
--   too, so it is nowhere else in {{units "cover"}}{{namely effect}}.
-- @again {{units "base"}} has its {{digits "base"}} in {{anyof (places "base" "base")}}{{namely effect}}.
-- @cost the open digits of eighteen lines, times the three boxes of a line

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT base.puzzle_id, 'claiming', 0, v.cell, base.digit,
    MIN(((CASE o.unit_type WHEN 'box' THEN 0 ELSE o.unit_no - 18 END * 100 + u.unit_no) * 10 + CASE o.unit_type WHEN 'box' THEN o.unit ELSE 0 END) * 10
        + base.digit)
FROM pass AS p
CROSS JOIN unit_name AS u
CROSS JOIN place_mask AS base
CROSS JOIN intersection AS i
CROSS JOIN unit_name AS o
CROSS JOIN place_mask AS cover
CROSS JOIN location AS v
WHERE p.technique = 'claiming'
    AND u.unit_type IN ('row', 'column')
    AND base.puzzle_id = p.puzzle_id
    AND base.unit_no = u.unit_no
    AND i.unit_no = base.unit_no
    -- All places lie in the box.
    AND base.places & ~i.places = 0
    -- There are two or more, because a single one is a hidden single.
    AND base.places & (base.places - 1) <> 0
    AND o.unit_no = i.other_no
    AND cover.puzzle_id = base.puzzle_id
    AND cover.unit_no = i.other_no
    AND cover.digit = base.digit
    AND v.unit_no = cover.unit_no
    -- A place of the box outside of the line.
    AND v.place & cover.places & ~i.other_places <> 0
GROUP BY base.puzzle_id, v.cell, base.digit;
