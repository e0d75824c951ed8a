-- @technique unique_loop | Unique Loop | tier 341 | hard | weight 110
-- @family uniqueness
-- @unique yes
-- @alias UL, Unique Loops, Unique Cycle, UL Type 1, UL Type 2, UL Type 4
-- @idea A loop is a set of six or more cells that all have the same two candidates, and of which every unit has none or two. If
--   the cells held nothing but these two digits, the digits could change places in all of them, and the puzzle would have a
--   second solution. So if one cell has more candidates, it loses the two digits. If two cells have the same further digit, one of
--   them holds it, and every cell that sees both loses it. If two cells with more candidates lie in a unit where one of the two
--   digits has no other place, they lose the other digit.
-- @spot Walk over cells with the same two candidates from unit to unit, as for a Remote Pair, until you are back. If each row,
--   column and box has two cells of the way or none, and at most two cells have anything else, look at these.
-- @how loop_cell has the cells with both digits, once for each of their units. A loop grows from its smallest cell. Each step
--   adds a cell to the lowest unit that has one cell, which is the lowest bit of ones. twos has the units with two cells, which
--   take no third one. When ones is empty the loop is closed, so each loop is found once. steps has the place of each cell in its
--   unit to the base 9, but not that of the last cell, which lies in all units of ones.
-- @source Common knowledge among players. It is valid only for puzzles with one solution. A loop of four cells is a unique
--   rectangle.
-- @reads pass, bivalue_cell, combination, candidate_mask, unit_set, location, token, strong_link, common_peer, pencil_mark,
--   unit_name, deduction
-- @writes deduction, and deduction_evidence, the cells of the loop
-- @needs exchange, rows and columns
-- @key number 20 cells, unit, digit stays, digit leaves, cell start, number 282429536481 steps
-- @evidence digit stays, digit leaves, base unit stays
-- @note Loops have at most 14 cells.
-- @words {{deadly}}
-- @words Only {{shown "roof"}} {{if eq (size (cells "roof")) 1}}has other candidates, so it must hold another
--   digit{{namely effect}}.{{else}}have other candidates.{{end}}
-- @words {{if has "base"}}In {{units "base"}} the {{digits "base"}} has no places but {{places "base" "base"}}, so one of these two is
--   {{digits "base"}}. If the other one were {{less (digits "digit") (digits "base")}}, the loop would hold nothing but {{both
--   "digit" "digit"}}. So {{effect}}.{{else}}{{if eq (size (cells "roof")) 2}}{{one_holds "roof" (less (candidates "roof") (digits
--   "digit"))}}{{end}}{{end}}
-- @cost the loops of cells with four bivalue cells of the same two digits, and all their beginnings

WITH RECURSIVE frequent_pair AS (
    SELECT b.puzzle_id, b.digit, b.other_digit, c.mask
    FROM pass AS p
    CROSS JOIN bivalue_cell AS b
    CROSS JOIN combination AS c
    WHERE p.technique = 'unique_loop'
        AND b.puzzle_id = p.puzzle_id
        AND b.digit < b.other_digit
        AND c.combination_id = (1 << (b.digit - 1)) + (1 << (b.other_digit - 1))
    GROUP BY b.puzzle_id, b.digit, b.other_digit, c.mask
    HAVING COUNT(*) >= 4
),
loop_cell AS MATERIALIZED (
    SELECT f.puzzle_id, f.digit, f.other_digit, m.cell, m.mask - f.mask AS extra, s.units, CAST(1 AS BIGINT) << l.unit_no AS unit_bit,
        l.position
    FROM frequent_pair AS f
    CROSS JOIN candidate_mask AS m
    CROSS JOIN unit_set AS s
    CROSS JOIN location AS l
    WHERE m.puzzle_id = f.puzzle_id AND m.mask & f.mask = f.mask AND s.cell = m.cell AND l.cell = m.cell
),
loop (puzzle_id, digit, other_digit, start, cells, ones, twos, steps, weight, roof, extra, other_roof, other_extra) AS (
    SELECT c.puzzle_id, c.digit, c.other_digit, c.cell, 1, c.units, CAST(0 AS BIGINT), CAST(0 AS BIGINT), CAST(1 AS BIGINT),
        CASE c.extra WHEN 0 THEN 0 ELSE c.cell END, c.extra, 0, CAST(0 AS BIGINT)
    FROM loop_cell AS c
    WHERE c.unit_bit = c.units & -c.units
    UNION ALL
    SELECT g.puzzle_id, g.digit, g.other_digit, g.start, g.cells + 1, (g.ones | c.units) - (g.ones & c.units), g.twos | (g.ones & c.units),
        CASE c.units WHEN g.ones THEN g.steps ELSE g.steps + (c.position - 1) * g.weight END, g.weight * 9,
        CASE WHEN g.roof = 0 AND c.extra > 0 THEN c.cell ELSE g.roof END, CASE WHEN g.roof = 0 THEN c.extra ELSE g.extra END,
        CASE WHEN g.roof > 0 AND c.extra > 0 THEN c.cell ELSE g.other_roof END, CASE WHEN g.roof > 0 AND c.extra > 0 THEN c.extra ELSE g.other_extra END
    FROM loop AS g
    CROSS JOIN loop_cell AS c
    WHERE g.cells < 14
        AND c.puzzle_id = g.puzzle_id
        AND c.digit = g.digit
        AND c.other_digit = g.other_digit
        AND c.unit_bit = g.ones & -g.ones
        AND c.cell > g.start
        AND c.units & g.twos = 0
        AND (c.extra = 0 OR g.other_roof = 0)
),
closed AS (
    SELECT g.puzzle_id, g.digit, g.other_digit, g.roof, g.extra, g.other_roof, g.other_extra, g.cells, g.start * 282429536481 + g.steps AS way
    FROM loop AS g
    WHERE g.ones = 0 AND g.cells >= 6
),
found AS (
    SELECT g.puzzle_id, v.cell, v.digit, g.cells * 100 AS kind, g.digit AS stays, g.other_digit AS leaves, g.way
    FROM closed AS g
    CROSS JOIN pencil_mark AS v
    WHERE g.roof > 0 AND g.other_roof = 0 AND v.puzzle_id = g.puzzle_id AND v.digit IN (g.digit, g.other_digit) AND v.cell = g.roof
    UNION ALL
    SELECT g.puzzle_id, v.cell, v.digit, g.cells * 100, g.digit, g.other_digit, g.way
    FROM closed AS g
    CROSS JOIN token AS t
    CROSS JOIN common_peer AS n
    CROSS JOIN pencil_mark AS v
    WHERE g.other_roof > 0
        AND g.extra = g.other_extra
        AND t.mask = g.extra
        AND n.cell = g.roof
        AND n.other = g.other_roof
        AND v.puzzle_id = g.puzzle_id
        AND v.digit = t.digit
        AND v.cell = n.peer
    UNION ALL
    SELECT g.puzzle_id, v.cell, v.digit, g.cells * 100 + k.unit_no, k.digit, v.digit, g.way
    FROM closed AS g
    CROSS JOIN strong_link AS k
    CROSS JOIN pencil_mark AS v
    WHERE g.other_roof > 0
        AND k.puzzle_id = g.puzzle_id
        AND k.digit IN (g.digit, g.other_digit)
        AND k.cell = g.roof
        AND k.other = g.other_roof
        AND v.puzzle_id = g.puzzle_id
        AND v.digit = g.digit + g.other_digit - k.digit
        AND v.cell IN (g.roof, g.other_roof)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT f.puzzle_id, 'unique_loop', 0, f.cell, f.digit,
    MIN((f.kind * 100 + f.stays * 10 + f.leaves) * 28242953648100 + f.way)
FROM found AS f
GROUP BY f.puzzle_id, f.cell, f.digit;

-- The cells of each loop, as they were found.
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
WITH RECURSIVE walk (puzzle_id, pattern, cell, ones, steps, cells_left) AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, s.cell, s.units, d.pattern % 282429536481, d.pattern / 282429536481000000 - 1
    FROM deduction AS d
    INNER JOIN unit_set AS s ON s.cell = d.pattern / 282429536481 % 100
    WHERE d.technique = 'unique_loop'
    UNION ALL
    SELECT w.puzzle_id, w.pattern, s.cell, (w.ones | s.units) - (w.ones & s.units), w.steps / 9, w.cells_left - 1
    FROM walk AS w
    CROSS JOIN unit_name AS u
    CROSS JOIN location AS l
    CROSS JOIN unit_set AS s
    WHERE w.cells_left > 0
        AND CAST(1 AS BIGINT) << u.unit_no = w.ones & -w.ones
        AND l.unit_no = u.unit_no
        AND s.cell = l.cell
        AND CASE w.cells_left WHEN 1 THEN s.units = w.ones ELSE l.position = w.steps % 9 + 1 END
)
SELECT w.puzzle_id, 'unique_loop', w.pattern, 1000 + ROW_NUMBER() OVER (PARTITION BY w.puzzle_id, w.pattern ORDER BY w.cell),
    CASE m.mask % 15 WHEN 2 THEN 'floor' ELSE 'roof' END, w.cell, CAST(NULL AS INTEGER), CAST(NULL AS INTEGER)
FROM walk AS w
CROSS JOIN candidate_mask AS m
WHERE m.puzzle_id = w.puzzle_id AND m.cell = w.cell;
