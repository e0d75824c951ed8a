-- @technique hidden_rectangle | Hidden Rectangle | tier 320 | hard | weight 100 | library 0606
-- @family uniqueness
-- @unique yes
-- @idea One corner has just two candidates. From the opposite corner one of the two digits has strong
--   links to both other corners, along its row and its column or within a box. If the opposite corner
--   took the second digit, the first would stand in both others, the second again in the
--   bivalue corner, and the two could change places. So it loses the second digit.
-- @source Common knowledge among players, for puzzles with one solution.
-- @reads pass, strong_link, rectangle_corner, bivalue_cell, pencil_mark, deduction
-- @writes deduction, deduction_evidence
-- @key rectangle, the corner that loses the digit, digit of the links, digit that leaves
--   ((rectangle_no * 10 + corner_no) * 10 + linked) * 10 + leaves
-- @cost the pairs of strong links of a digit that meet in a cell, a probe for the rectangle of each

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'hidden_rectangle', 0, v.cell, v.digit,
    MIN(((c.rectangle_no * 10 + c.corner_no) * 10 + b.digit) * 10 + b.other)
FROM pass AS p
CROSS JOIN strong_link AS k
CROSS JOIN strong_link AS j
CROSS JOIN rectangle_corner AS c
CROSS JOIN bivalue_cell AS b
CROSS JOIN pencil_mark AS v
WHERE p.technique = 'hidden_rectangle'
    AND k.puzzle_id = p.puzzle_id
    AND j.puzzle_id = k.puzzle_id
    AND j.digit = k.digit
    AND j.cell = k.cell
    AND j.other <> k.other
    AND c.row_mate = k.other
    AND c.column_mate = j.other
    AND c.cell = k.cell
    AND b.puzzle_id = k.puzzle_id
    AND b.cell = c.opposite
    AND b.digit = k.digit
    AND v.puzzle_id = k.puzzle_id
    AND v.digit = b.other
    AND v.cell = c.cell
GROUP BY v.puzzle_id, v.cell, v.digit;

WITH pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, c.rectangle_no, c.cell, c.row_mate, c.column_mate, c.opposite,
        d.pattern / 10 % 10 AS linked, d.pattern % 10 AS leaves
    FROM deduction AS d
    CROSS JOIN rectangle_corner AS c
    WHERE d.technique = 'hidden_rectangle'
        AND c.rectangle_no = d.pattern / 1000
        AND c.corner_no = d.pattern / 100 % 10
),
part AS (
    SELECT x.puzzle_id, x.pattern, c.corner_no AS rank, 'rectangle' AS role, c.cell,
        CAST(NULL AS INTEGER) AS digit, CAST(NULL AS INTEGER) AS unit_no
    FROM pattern AS x
    CROSS JOIN rectangle_corner AS c
    WHERE c.rectangle_no = x.rectangle_no
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 10 + x.linked, 'digit', NULL, x.linked, NULL
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 10 + x.leaves, 'digit', NULL, x.leaves, NULL
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 21, 'cell', x.opposite, NULL, NULL
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 31, 'base', NULL, x.linked, MIN(k.unit_no)
    FROM pattern AS x
    CROSS JOIN strong_link AS k
    WHERE k.puzzle_id = x.puzzle_id AND k.digit = x.linked AND k.cell = x.cell AND k.other = x.row_mate
    GROUP BY x.puzzle_id, x.pattern, x.linked
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 32, 'base', NULL, x.linked, MIN(k.unit_no)
    FROM pattern AS x
    CROSS JOIN strong_link AS k
    WHERE k.puzzle_id = x.puzzle_id AND k.digit = x.linked AND k.cell = x.cell AND k.other = x.column_mate
    GROUP BY x.puzzle_id, x.pattern, x.linked
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT a.puzzle_id, 'hidden_rectangle', a.pattern,
    ROW_NUMBER() OVER (PARTITION BY a.puzzle_id, a.pattern ORDER BY a.rank), a.role, a.cell, a.digit, a.unit_no
FROM part AS a;
