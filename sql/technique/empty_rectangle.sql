-- @technique empty_rectangle | Empty Rectangle | tier 220 | hard | weight 120 | library 0402 0405
-- @family single_digit
-- @idea All places of a digit in a box lie in one row and one column of the box. A column that misses the box has two
--   places for the digit, one of them in that row. If the cell where the box's column meets the row of the other place held
--   the digit, it would take the digit from that other place, so the second column would have it in the box's row. Then the
--   box would have no place left, so the cell loses the digit. The same holds with rows and columns exchanged.
-- @spot Pick a digit and find a box whose places all lie in one row and one column of the box, like an L, a T or a
--   cross. Find a column with two places, one of them in that row, and look at the cell where the row of the other
--   one meets the column of the box.
-- @how empty_rectangle has the sets of places of a box that lie in two lines, and conjugate_pair the lines with two places
--   for the digit. The set of the two places less the one in the first line (near_place) is the place of the cell in the
--   second line.
-- @source Common knowledge among players, named after the empty part of the box.
-- @reads pass, place_mask, empty_rectangle, conjugate_pair, location, pencil_mark
-- @writes deduction
-- @needs boxes
-- @key digit, box, unit line, unit far_line, unit pair, places near_places in box, places far_places in box, cell near, cell
--   far
-- @evidence start far_places digit, strong box digit, link near_places digit, weak line digit, link near digit, strong pair
--   digit, end far digit
-- @words In {{first (units "strong")}} the {{digits "strong"}} is in {{first (around (join (index nodes 0)
--   victims))}} ({{anyof (index nodes 0)}}) or in {{units "weak"}} ({{anyof (index nodes 1)}}), and nowhere else.
-- @words In {{last (units "strong")}} it is in {{index nodes 2}} or {{index nodes 3}}.
-- @words If {{victims}} were {{lost}}, {{index nodes 3}} would not be {{lost}}, so {{index nodes 2}} would be. Then
--   {{index nodes 1}} would see the {{lost}} in {{index nodes 2}}, {{index nodes 0}} would see the {{lost}} in
--   {{victims}}, and {{first (units "strong")}} would have no place for {{lost}}.
-- @words So {{effect}}.
-- @cost all boxes and digits, then the lines with two places for the digit

WITH hinge AS (
    SELECT m.puzzle_id, m.digit, e.unit_no, e.line_no, e.other_no, d.unit_no AS pair_no,
        d.row_set + d.column_set - e.near_place AS place, d.cell + d.other AS cells,
        m.places & CASE WHEN e.line_no <= 9 THEN 7 << ((e.line_no - 1) % 3 * 3) ELSE 73 << ((e.line_no - 1) % 3) END AS near_places,
        m.places & CASE WHEN e.other_no <= 9 THEN 7 << ((e.other_no - 1) % 3 * 3) ELSE 73 << ((e.other_no - 1) % 3) END AS far_places,
        CASE WHEN e.line_no <= 9 THEN e.line_no * 10 + d.unit_no - 9 ELSE d.unit_no * 10 + e.line_no - 9 END AS near
    FROM pass AS p
    CROSS JOIN place_mask AS m
    CROSS JOIN empty_rectangle AS e
    CROSS JOIN conjugate_pair AS d
    WHERE p.technique = 'empty_rectangle'
        AND m.puzzle_id = p.puzzle_id
        AND e.unit_no = m.unit_no
        AND e.places = m.places
        AND d.puzzle_id = m.puzzle_id
        AND d.digit = m.digit
        AND d.unit_type = e.other_type
        AND (d.row_set + d.column_set) & e.near_places = e.near_place
        AND d.box_set & e.box_place = 0
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'empty_rectangle', 0, v.cell, v.digit,
    MIN((((((((CAST(h.digit AS BIGINT) * 10 + h.unit_no - 18) * 100 + h.line_no) * 100 + h.other_no) * 100 + h.pair_no) * 1000
        + h.near_places) * 1000 + h.far_places) * 100 + h.near) * 100 + h.cells - h.near)
FROM hinge AS h
CROSS JOIN location AS l
CROSS JOIN pencil_mark AS v
WHERE l.unit_no = h.other_no
    AND l.place = h.place
    AND v.puzzle_id = h.puzzle_id
    AND v.digit = h.digit
    AND v.cell = l.cell
GROUP BY v.puzzle_id, v.cell, v.digit;
