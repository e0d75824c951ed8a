-- @technique unique_rectangle_6 | Unique Rectangle 6 | tier 310 | hard | weight 100 | library 0605
-- @family uniqueness
-- @unique yes
-- @idea Two corners that lie across from each other have just the same two candidates. One of these
--   makes an X-wing in the rectangle, so it stands in two corners across. If those were
--   the other two, the second digit would stand in the first two and both could change places. So
--   the first digit leaves the other two corners. A line of the X-wing may also be the box of both cells.
-- @source Common knowledge among players, for puzzles with one solution.
-- @reads pass, bivalue_cell, rectangle_corner, strong_link, pencil_mark, deduction
-- @writes deduction, deduction_evidence
-- @key rectangle, upper corner of the two, direction of the X-wing (1 rows, 2 columns), its digit, the other
--   (((rectangle_no * 10 + corner_no) * 10 + direction) * 10 + digit) * 10 + other
-- @cost the pairs of bivalue cells with the same two digits, a probe for the rectangle of each

WITH twin AS (
    SELECT f.puzzle_id, f.cell, g.cell AS other_cell, f.digit, f.other
    FROM pass AS p
    CROSS JOIN bivalue_cell AS f
    CROSS JOIN bivalue_cell AS g
    WHERE p.technique = 'unique_rectangle_6'
        AND f.puzzle_id = p.puzzle_id
        AND g.puzzle_id = f.puzzle_id
        AND g.cell > f.cell
        AND g.digit = f.digit
        AND g.other = f.other
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'unique_rectangle_6', 0, v.cell, v.digit,
    MIN((((c.rectangle_no * 10 + c.corner_no) * 10 + CASE k.other WHEN c.row_mate THEN 1 ELSE 2 END) * 10 + t.digit) * 10 + t.other)
FROM twin AS t
CROSS JOIN rectangle_corner AS c
CROSS JOIN strong_link AS k
CROSS JOIN strong_link AS j
CROSS JOIN pencil_mark AS v
WHERE c.cell = t.cell
    AND c.opposite = t.other_cell
    AND k.puzzle_id = t.puzzle_id
    AND k.digit = t.digit
    AND k.cell = c.cell
    AND k.other IN (c.row_mate, c.column_mate)
    AND j.puzzle_id = t.puzzle_id
    AND j.digit = t.digit
    AND j.cell = c.opposite
    AND j.other IN (c.row_mate, c.column_mate)
    AND j.other <> k.other
    AND v.puzzle_id = t.puzzle_id
    AND v.digit = t.digit
    AND v.cell IN (c.row_mate, c.column_mate)
GROUP BY v.puzzle_id, v.cell, v.digit;

WITH pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, c.rectangle_no, c.corner_no, c.cell, c.opposite,
        CASE d.pattern / 100 % 10 WHEN 1 THEN c.row_mate ELSE c.column_mate END AS mate,
        CASE d.pattern / 100 % 10 WHEN 1 THEN c.column_mate ELSE c.row_mate END AS opposite_mate,
        d.pattern / 10 % 10 AS digit, d.pattern % 10 AS other
    FROM deduction AS d
    CROSS JOIN rectangle_corner AS c
    WHERE d.technique = 'unique_rectangle_6'
        AND c.rectangle_no = d.pattern / 10000
        AND c.corner_no = d.pattern / 1000 % 10
),
part AS (
    SELECT x.puzzle_id, x.pattern, c.corner_no AS rank, 'rectangle' AS role, c.cell,
        CAST(NULL AS INTEGER) AS digit, CAST(NULL AS INTEGER) AS unit_no
    FROM pattern AS x
    CROSS JOIN rectangle_corner AS c
    WHERE c.rectangle_no = x.rectangle_no
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 10 + x.digit, 'digit', NULL, x.digit, NULL
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 10 + x.other, 'digit', NULL, x.other, NULL
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 21, 'cell', x.cell, NULL, NULL
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 22, 'cell', x.opposite, NULL, NULL
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 31, 'base', NULL, x.digit, MIN(k.unit_no)
    FROM pattern AS x
    CROSS JOIN strong_link AS k
    WHERE k.puzzle_id = x.puzzle_id AND k.digit = x.digit AND k.cell = x.cell AND k.other = x.mate
    GROUP BY x.puzzle_id, x.pattern, x.digit
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 32, 'base', NULL, x.digit, MIN(k.unit_no)
    FROM pattern AS x
    CROSS JOIN strong_link AS k
    WHERE k.puzzle_id = x.puzzle_id AND k.digit = x.digit AND k.cell = x.opposite AND k.other = x.opposite_mate
    GROUP BY x.puzzle_id, x.pattern, x.digit
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT a.puzzle_id, 'unique_rectangle_6', a.pattern,
    ROW_NUMBER() OVER (PARTITION BY a.puzzle_id, a.pattern ORDER BY a.rank), a.role, a.cell, a.digit, a.unit_no
FROM part AS a;
