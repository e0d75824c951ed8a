-- @technique pointing | Locked Candidates, pointing | tier 60 | medium | weight 50 | library 0100
-- @family intersections
-- @alias Pointing Pair, Pointing Pairs, Pointing Triple, Locked Candidates 1
-- @idea In a box all places of a digit lie in one row or one column. The box will have the digit in one of them, so the
--   rest of that line loses the digit. The box points along the line.
-- @spot Go through the boxes with one digit in mind and see whether its candidates lie in one row or column. If they
--   do, follow that line out of the box and cross the digit out there.
-- @how place_mask has the places of a digit in a unit as a binary set, and intersection has the three places of a box that
--   lie in a line. A bitwise AND NOT shows whether places lie elsewhere, in the box, which must have none, and in the line,
--   which loses them. In variants every unit that is not a line points along every unit that it crosses.
-- @source Common knowledge among players. An Oracle solver called it the first half of cross hatching.
-- @reads pass, place_mask, intersection, unit_name, location
-- @writes deduction, one elimination for each cell and digit
-- @key block, unit line, digit
-- @evidence base block digit, cover line digit
-- @words In {{units "base"}} all places of the {{digits "base"}} lie in {{units "cover"}}{{namely (places "base" "base")}}.
-- @words One of them holds the {{digits "base"}} of {{units "base"}}, which is the {{digits "base"}} of {{units "cover"}}
--   too, so it is nowhere else in {{units "cover"}}{{namely effect}}.
-- @again {{units "base"}} has its {{digits "base"}} in {{anyof (places "base" "base")}}{{namely effect}}.
-- @cost the open digits of nine boxes, times the six lines of a box

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT base.puzzle_id, 'pointing', 0, v.cell, base.digit, MIN(((u.unit_no - 18) * 100 + i.other_no) * 10 + base.digit)
FROM pass AS p
CROSS JOIN unit_name AS u
CROSS JOIN place_mask AS base
CROSS JOIN intersection AS i
CROSS JOIN place_mask AS cover
CROSS JOIN location AS v
WHERE p.technique = 'pointing'
    AND u.unit_type NOT IN ('row', 'column')
    AND base.puzzle_id = p.puzzle_id
    AND base.unit_no = u.unit_no
    AND i.unit_no = base.unit_no
    -- All places lie in the line.
    AND base.places & ~i.places = 0
    -- There are two or more, because a single one is a hidden single.
    AND base.places & (base.places - 1) <> 0
    AND cover.puzzle_id = base.puzzle_id
    AND cover.unit_no = i.other_no
    AND cover.digit = base.digit
    AND v.unit_no = cover.unit_no
    -- A place of the line outside of the box.
    AND v.place & cover.places & ~i.other_places <> 0
GROUP BY base.puzzle_id, v.cell, base.digit;
