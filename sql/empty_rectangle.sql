-- @technique empty_rectangle | Empty Rectangle | tier 220 | hard | weight 120 | library 0402 0405
-- @family single_digit
-- @idea The places of a digit in a box lie in one row and one column, so that the rest of the
--   box makes an empty rectangle. Once the digit leaves the one line it goes into the
--   other. A line that misses the box has two places for the digit, one of them in the
--   first line. The cell that sees the other place and lies in the second line would, with
--   the digit, take it from the second line and from the first as well, so it loses it.
-- @source Common knowledge among players, the name for the part of the box that is empty.
-- @reads pass, place_mask, empty_rectangle, conjugate_pair, location, pencil_mark, deduction
-- @writes deduction, deduction_evidence
-- @key digit, box, the line that meets both, the line of the elimination, the line with two places
--   (((digit * 100 + unit_no) * 100 + unit_no) * 100 + unit_no) * 100 + unit_no
-- @cost the boxes by digit, and the lines with two places for the digit of those that are found

WITH hinge AS (
    SELECT m.puzzle_id, m.digit, e.unit_no, e.line_no, e.other_no, d.unit_no AS pair_no,
        d.row_set + d.column_set - e.near_place AS place
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
    MIN((((h.digit * 100 + h.unit_no) * 100 + h.line_no) * 100 + h.other_no) * 100 + h.pair_no)
FROM hinge AS h
CROSS JOIN location AS l
CROSS JOIN pencil_mark AS v
WHERE l.unit_no = h.other_no
    AND l.place = h.place
    AND v.puzzle_id = h.puzzle_id
    AND v.digit = h.digit
    AND v.cell = l.cell
GROUP BY v.puzzle_id, v.cell, v.digit;

WITH pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, d.pattern / 100000000 AS digit, d.pattern / 1000000 % 100 AS unit_no,
        d.pattern / 10000 % 100 AS line_no, d.pattern / 100 % 100 AS other_no, d.pattern % 100 AS pair_no
    FROM deduction AS d
    WHERE d.technique = 'empty_rectangle'
),
part AS (
    SELECT x.puzzle_id, x.pattern, CASE l.unit_no WHEN x.other_no THEN 100 ELSE 300 END + l.cell AS rank,
        'link' AS role, l.cell, x.digit, CAST(NULL AS INTEGER) AS unit_no
    FROM pattern AS x
    CROSS JOIN location AS b
    CROSS JOIN pencil_mark AS m
    CROSS JOIN location AS l
    WHERE b.unit_no = x.unit_no
        AND m.puzzle_id = x.puzzle_id
        AND m.digit = x.digit
        AND m.cell = b.cell
        AND l.cell = m.cell
        AND l.unit_no IN (x.line_no, x.other_no)
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 200, 'base', NULL, x.digit, x.unit_no
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 400, 'weak', NULL, x.digit, x.line_no
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 600, 'base', NULL, x.digit, x.pair_no
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, CASE WHEN l.cell IS NULL THEN 700 ELSE 500 END, 'link', b.cell, x.digit, NULL
    FROM pattern AS x
    INNER JOIN location AS b ON b.unit_no = x.pair_no
    INNER JOIN pencil_mark AS m ON m.puzzle_id = x.puzzle_id AND m.digit = x.digit AND m.cell = b.cell
    LEFT JOIN location AS l ON l.cell = b.cell AND l.unit_no = x.line_no
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT puzzle_id, 'empty_rectangle', pattern, ROW_NUMBER() OVER (PARTITION BY puzzle_id, pattern ORDER BY rank),
    role, cell, digit, unit_no
FROM part;
