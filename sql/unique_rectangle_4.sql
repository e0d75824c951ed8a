-- @technique unique_rectangle_4 | Unique Rectangle 4 | tier 290 | hard | weight 100 | library 0603
-- @family uniqueness
-- @unique yes
-- @idea Two corners in a line, the floor, have just the same two candidates. In a unit of both others,
--   the roof, one of the two digits has no place but these. One of the roof cells takes it. If
--   the other took the second digit, the two could change places, so that digit leaves the roof.
-- @source Common knowledge among players, for puzzles with one solution.
-- @reads pass, bivalue_cell, rectangle_side, strong_link, pencil_mark, deduction, rectangle_corner
-- @writes deduction, deduction_evidence
-- @key rectangle, side of the floor (1 top, 2 bottom, 3 left, 4 right), digit that stays, digit that leaves
--   ((rectangle_no * 10 + side_no) * 10 + stays) * 10 + leaves
-- @cost the pairs of bivalue cells with the same two digits, times the rectangles on them

WITH floor_pair AS (
    SELECT f.puzzle_id, f.cell, g.cell AS other_cell, f.digit, f.other
    FROM pass AS p
    CROSS JOIN bivalue_cell AS f
    CROSS JOIN bivalue_cell AS g
    WHERE p.technique = 'unique_rectangle_4'
        AND f.puzzle_id = p.puzzle_id
        AND g.puzzle_id = f.puzzle_id
        AND g.cell > f.cell
        AND g.digit = f.digit
        AND g.other = f.other
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'unique_rectangle_4', 0, v.cell, v.digit,
    MIN(((s.rectangle_no * 10 + s.side_no) * 10 + t.digit) * 10 + t.other)
FROM floor_pair AS t
CROSS JOIN rectangle_side AS s
CROSS JOIN strong_link AS k
CROSS JOIN pencil_mark AS v
WHERE s.floor_1 = t.cell
    AND s.floor_2 = t.other_cell
    AND k.puzzle_id = t.puzzle_id
    AND k.digit = t.digit
    AND k.cell = s.roof_1
    AND k.other = s.roof_2
    AND v.puzzle_id = t.puzzle_id
    AND v.digit = t.other
    AND v.cell IN (s.roof_1, s.roof_2)
GROUP BY v.puzzle_id, v.cell, v.digit;

WITH pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, s.rectangle_no, s.floor_1, s.floor_2, s.roof_1, s.roof_2,
        d.pattern / 10 % 10 AS stays, d.pattern % 10 AS leaves
    FROM deduction AS d
    CROSS JOIN rectangle_side AS s
    WHERE d.technique = 'unique_rectangle_4'
        AND s.rectangle_no = d.pattern / 1000
        AND s.side_no = d.pattern / 100 % 10
),
part AS (
    SELECT x.puzzle_id, x.pattern, c.corner_no AS rank, 'rectangle' AS role, c.cell,
        CAST(NULL AS INTEGER) AS digit, CAST(NULL AS INTEGER) AS unit_no
    FROM pattern AS x
    CROSS JOIN rectangle_corner AS c
    WHERE c.rectangle_no = x.rectangle_no
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 10 + x.stays, 'digit', NULL, x.stays, NULL
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 10 + x.leaves, 'digit', NULL, x.leaves, NULL
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 21, 'cell', x.floor_1, NULL, NULL
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 22, 'cell', x.floor_2, NULL, NULL
    FROM pattern AS x
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 31, 'base', NULL, x.stays, MIN(k.unit_no)
    FROM pattern AS x
    CROSS JOIN strong_link AS k
    WHERE k.puzzle_id = x.puzzle_id AND k.digit = x.stays AND k.cell = x.roof_1 AND k.other = x.roof_2
    GROUP BY x.puzzle_id, x.pattern, x.stays
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT a.puzzle_id, 'unique_rectangle_4', a.pattern,
    ROW_NUMBER() OVER (PARTITION BY a.puzzle_id, a.pattern ORDER BY a.rank), a.role, a.cell, a.digit, a.unit_no
FROM part AS a;
