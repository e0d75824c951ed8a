-- @technique unique_rectangle_1 | Unique Rectangle 1 | tier 260 | hard | weight 100 | library 0600
-- @family uniqueness
-- @unique yes
-- @idea Four cells in two rows, two columns and two boxes cannot hold just two digits between
--   them, for those could change places and the puzzle would have a second solution. When
--   three corners have no candidates but the two, the fourth holds neither of them.
-- @source Common knowledge among players, for puzzles with one solution.
-- @reads pass, bivalue_cell, rectangle_corner, pencil_mark, deduction, combination_member
-- @writes deduction, deduction_evidence
-- @key rectangle, the corner that loses the digits, digits
--   (rectangle_no * 10 + corner_no) * 1000 + digits
-- @cost the pairs of bivalue cells with the same two digits, a probe for the rectangle of each

WITH twin AS (
    SELECT f.puzzle_id, f.cell, g.cell AS other_cell, f.digit, f.other
    FROM pass AS p
    CROSS JOIN bivalue_cell AS f
    CROSS JOIN bivalue_cell AS g
    WHERE p.technique = 'unique_rectangle_1'
        AND f.puzzle_id = p.puzzle_id
        AND f.digit < f.other
        AND g.puzzle_id = f.puzzle_id
        AND g.cell <> f.cell
        AND g.digit = f.digit
        AND g.other = f.other
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'unique_rectangle_1', 0, v.cell, v.digit,
    MIN((c.rectangle_no * 10 + c.corner_no) * 1000 + (1 << (t.digit - 1)) + (1 << (t.other - 1)))
FROM twin AS t
CROSS JOIN rectangle_corner AS c
CROSS JOIN bivalue_cell AS b
CROSS JOIN pencil_mark AS v
WHERE c.row_mate = t.cell
    AND c.column_mate = t.other_cell
    AND b.puzzle_id = t.puzzle_id
    AND b.cell = c.opposite
    AND b.digit = t.digit
    AND b.other = t.other
    AND v.puzzle_id = t.puzzle_id
    AND v.digit IN (t.digit, t.other)
    AND v.cell = c.cell
GROUP BY v.puzzle_id, v.cell, v.digit;

WITH pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, d.pattern / 10000 AS rectangle_no, d.pattern / 1000 % 10 AS corner_no,
        d.pattern % 1000 AS digits
    FROM deduction AS d
    WHERE d.technique = 'unique_rectangle_1'
),
part AS (
    SELECT x.puzzle_id, x.pattern, c.corner_no AS rank, 'rectangle' AS role, c.cell, CAST(NULL AS INTEGER) AS digit
    FROM pattern AS x
    CROSS JOIN rectangle_corner AS c
    WHERE c.rectangle_no = x.rectangle_no
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 10 + m.ordinal, 'digit', NULL, m.digit
    FROM pattern AS x
    CROSS JOIN combination_member AS m
    WHERE m.combination_id = x.digits
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 20 + c.corner_no, 'cell', c.cell, NULL
    FROM pattern AS x
    CROSS JOIN rectangle_corner AS c
    WHERE c.rectangle_no = x.rectangle_no AND c.corner_no <> x.corner_no
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT a.puzzle_id, 'unique_rectangle_1', a.pattern,
    ROW_NUMBER() OVER (PARTITION BY a.puzzle_id, a.pattern ORDER BY a.rank), a.role, a.cell, a.digit, NULL
FROM part AS a;
