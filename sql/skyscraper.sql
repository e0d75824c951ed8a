-- @technique skyscraper | Skyscraper | tier 190 | hard | weight 130 | library 0400
-- @family single_digit
-- @idea A digit has two places in each of two parallel lines, and one place of either lies in
--   the same crossing line, which holds the digit in one of them at most. So one of the
--   other two holds it, the roof, and the cells that see both lose it. Were the roof
--   in line too, it would be an X-wing.
-- @source Common knowledge among players, the name for its shape.
-- @reads pass, conjugate_pair, common_peer, pencil_mark, deduction, unit_name, location, token
-- @writes deduction, deduction_evidence
-- @key digit, first line, second line
--   (digit * 100 + unit_no) * 100 + unit_no
-- @cost the pairs of parallel lines with two places for the same digit

WITH tower_pair AS (
    SELECT c.puzzle_id, c.digit, c.unit_no, d.unit_no AS other_no,
        CASE WHEN (c.cell_row & d.row_set) + (c.cell_column & d.column_set) = 0 THEN c.cell ELSE c.other END AS roof,
        CASE WHEN (d.cell_row & c.row_set) + (d.cell_column & c.column_set) = 0 THEN d.cell ELSE d.other END AS other_roof
    FROM pass AS p
    CROSS JOIN conjugate_pair AS c
    CROSS JOIN conjugate_pair AS d
    WHERE p.technique = 'skyscraper'
        AND c.puzzle_id = p.puzzle_id
        AND c.unit_type <> 'box'
        AND d.puzzle_id = c.puzzle_id
        AND d.digit = c.digit
        AND d.unit_type = c.unit_type
        AND d.unit_no > c.unit_no
        AND (c.row_set & d.row_set) + (c.column_set & d.column_set) <> 0
        AND c.row_set + c.column_set <> d.row_set + d.column_set
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'skyscraper', 0, v.cell, v.digit, MIN((s.digit * 100 + s.unit_no) * 100 + s.other_no)
FROM tower_pair AS s
CROSS JOIN common_peer AS n
CROSS JOIN pencil_mark AS v
WHERE n.cell = CASE WHEN s.roof < s.other_roof THEN s.roof ELSE s.other_roof END
    AND n.other = CASE WHEN s.roof < s.other_roof THEN s.other_roof ELSE s.roof END
    AND v.puzzle_id = s.puzzle_id
    AND v.digit = s.digit
    AND v.cell = n.peer
GROUP BY v.puzzle_id, v.cell, v.digit;

WITH pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, d.pattern / 10000 AS digit, d.pattern / 100 % 100 AS unit_no, d.pattern % 100 AS other_no
    FROM deduction AS d
    WHERE d.technique = 'skyscraper'
),
link AS (
    SELECT x.puzzle_id, x.pattern, x.digit, x.unit_no, x.other_no,
        CASE WHEN (c.cell_row & d.row_set) + (c.cell_column & d.column_set) = 0 THEN c.cell ELSE c.other END AS cell_1,
        CASE WHEN (c.cell_row & d.row_set) + (c.cell_column & d.column_set) = 0 THEN c.other ELSE c.cell END AS cell_2,
        CASE WHEN (d.cell_row & c.row_set) + (d.cell_column & c.column_set) = 0 THEN d.other ELSE d.cell END AS cell_3,
        CASE WHEN (d.cell_row & c.row_set) + (d.cell_column & c.column_set) = 0 THEN d.cell ELSE d.other END AS cell_4
    FROM pattern AS x
    CROSS JOIN unit_name AS u
    CROSS JOIN conjugate_pair AS c
    CROSS JOIN conjugate_pair AS d
    WHERE u.unit_no = x.unit_no
        AND c.puzzle_id = x.puzzle_id
        AND c.digit = x.digit
        AND c.unit_type = u.unit_type
        AND c.unit_no = x.unit_no
        AND d.puzzle_id = x.puzzle_id
        AND d.digit = x.digit
        AND d.unit_type = u.unit_type
        AND d.unit_no = x.other_no
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT k.puzzle_id, 'skyscraper', k.pattern, t.digit,
    CASE t.digit WHEN 2 THEN 'base' WHEN 4 THEN 'weak' WHEN 6 THEN 'base' ELSE 'link' END,
    CASE t.digit WHEN 1 THEN k.cell_1 WHEN 3 THEN k.cell_2 WHEN 5 THEN k.cell_3 WHEN 7 THEN k.cell_4 END,
    k.digit,
    CASE t.digit WHEN 2 THEN k.unit_no WHEN 4 THEN a.unit_no WHEN 6 THEN k.other_no END
FROM link AS k
CROSS JOIN location AS a
CROSS JOIN location AS b
CROSS JOIN token AS t
WHERE a.cell = k.cell_2
    AND b.cell = k.cell_3
    AND b.unit_no = a.unit_no
    AND a.unit_type <> 'box'
    AND t.digit <= 7;
