-- @technique two_string_kite | 2-String Kite | tier 200 | hard | weight 150 | library 0401 0404
-- @family single_digit
-- @idea A digit has two places in a row and two in a column, and one place of either lies in
--   the same box, which holds the digit in one of them at most. So one of the two ends
--   outside of the box holds it, and the cells that see both ends lose it.
-- @source Common knowledge among players, the name for its shape.
-- @reads pass, conjugate_pair, common_peer, pencil_mark, deduction, location, token
-- @writes deduction, deduction_evidence
-- @key digit, row, column
--   (digit * 100 + unit_no) * 100 + unit_no
-- @cost the pairs of a row and a column with two places for the same digit

WITH kite AS (
    SELECT c.puzzle_id, c.digit, c.unit_no, d.unit_no AS other_no,
        CASE WHEN c.cell_box & d.box_set = 0 THEN c.cell ELSE c.other END AS tail,
        CASE WHEN d.cell_box & c.box_set = 0 THEN d.cell ELSE d.other END AS other_tail
    FROM pass AS p
    CROSS JOIN conjugate_pair AS c
    CROSS JOIN conjugate_pair AS d
    WHERE p.technique = 'two_string_kite'
        AND c.puzzle_id = p.puzzle_id
        AND c.unit_type = 'row'
        AND d.puzzle_id = c.puzzle_id
        AND d.digit = c.digit
        AND d.unit_type = 'column'
        AND c.box_set & d.box_set <> 0
        AND d.cell NOT IN (c.cell, c.other)
        AND d.other NOT IN (c.cell, c.other)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'two_string_kite', 0, v.cell, v.digit, MIN((k.digit * 100 + k.unit_no) * 100 + k.other_no)
FROM kite AS k
CROSS JOIN common_peer AS n
CROSS JOIN pencil_mark AS v
WHERE n.cell = CASE WHEN k.tail < k.other_tail THEN k.tail ELSE k.other_tail END
    AND n.other = CASE WHEN k.tail < k.other_tail THEN k.other_tail ELSE k.tail END
    AND v.puzzle_id = k.puzzle_id
    AND v.digit = k.digit
    AND v.cell = n.peer
GROUP BY v.puzzle_id, v.cell, v.digit;

WITH pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, d.pattern / 10000 AS digit, d.pattern / 100 % 100 AS unit_no, d.pattern % 100 AS other_no
    FROM deduction AS d
    WHERE d.technique = 'two_string_kite'
),
link AS (
    SELECT x.puzzle_id, x.pattern, x.digit, x.unit_no, x.other_no,
        CASE WHEN c.cell_box & d.box_set = 0 THEN c.cell ELSE c.other END AS cell_1,
        CASE WHEN c.cell_box & d.box_set = 0 THEN c.other ELSE c.cell END AS cell_2,
        CASE WHEN d.cell_box & c.box_set = 0 THEN d.other ELSE d.cell END AS cell_3,
        CASE WHEN d.cell_box & c.box_set = 0 THEN d.cell ELSE d.other END AS cell_4
    FROM pattern AS x
    CROSS JOIN conjugate_pair AS c
    CROSS JOIN conjugate_pair AS d
    WHERE c.puzzle_id = x.puzzle_id
        AND c.digit = x.digit
        AND c.unit_type = 'row'
        AND c.unit_no = x.unit_no
        AND d.puzzle_id = x.puzzle_id
        AND d.digit = x.digit
        AND d.unit_type = 'column'
        AND d.unit_no = x.other_no
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT k.puzzle_id, 'two_string_kite', k.pattern, t.digit,
    CASE t.digit WHEN 2 THEN 'base' WHEN 4 THEN 'weak' WHEN 6 THEN 'base' ELSE 'link' END,
    CASE t.digit WHEN 1 THEN k.cell_1 WHEN 3 THEN k.cell_2 WHEN 5 THEN k.cell_3 WHEN 7 THEN k.cell_4 END,
    k.digit,
    CASE t.digit WHEN 2 THEN k.unit_no WHEN 4 THEN a.unit_no WHEN 6 THEN k.other_no END
FROM link AS k
CROSS JOIN location AS a
CROSS JOIN token AS t
WHERE a.cell = k.cell_2
    AND a.unit_type = 'box'
    AND t.digit <= 7;
