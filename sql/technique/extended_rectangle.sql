-- @technique extended_rectangle | Extended Rectangle | tier 342 | hard | weight 110
-- @family uniqueness
-- @unique yes
-- @alias Extended Unique Rectangle, EUR, Unique Rectangle 2x3
-- @idea Two rows cross three columns, or two columns three rows, in six cells. The three cells of each line share all their
--   units but the ones in which they lie with their neighbor in the other line. If the six cells held nothing but three digits, each
--   line would have all three of them, the two lines could be swapped, and the puzzle would have a second solution. So if only
--   one cell has more candidates, it loses the three digits. If all further candidates are the same digit, one of the cells
--   holds it, and every cell that sees all its places there loses it.
-- @spot Look for three pairs of cells side by side in two lines of a band, one pair in each box, or for two rows of three cells in
--   two boxes one above the other, with candidates of the same three digits. Only one cell, or only one digit, may exceed them.
-- @how pair has two narrow cells with common units. near and far have their other units. six joins two pairs with the same other
--   units and without a common one between the pairs, and the cells of a third pair. In the first half of roofed, five cells have
--   three digits, and the third pair has the other cell, the roof. In the second half the six cells have four digits, and each of
--   the four may be the extra one.
-- @source Common knowledge among players. It is valid only for puzzles with one solution.
-- @reads pass, candidate_mask, peer, unit_set, token, combination, pencil_mark, deduction
-- @writes deduction, and deduction_evidence, the six cells
-- @needs exchange, rows and columns
-- @key digits, cell one, cell two, cell three, cell four, cell five, cell six
-- @evidence digit digits
-- @note Cells one, three and five lie in a line, and two, four and six in the other.
-- @words {{deadly}}
-- @words Only {{shown "roof"}} {{if eq (size (cells "roof")) 1}}has other candidates, so it must hold another
--   digit{{namely effect}}.{{else}}have another candidate, the {{less (candidates "roof") (digits "digit")}}.
--   {{line}}{{one_holds "roof" (less (candidates "roof") (digits "digit"))}}{{end}}
-- @cost all pairs of cells in a unit with at most four candidates, and all open cells for each two of them

WITH open_cell AS MATERIALIZED (
    SELECT m.puzzle_id, m.cell, m.mask, s.units
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN unit_set AS s
    WHERE p.technique = 'extended_rectangle' AND m.puzzle_id = p.puzzle_id AND s.cell = m.cell
),
narrow AS MATERIALIZED (
    SELECT o.puzzle_id, o.cell, o.mask, o.units
    FROM open_cell AS o
    WHERE o.mask % 15 <= 4
),
pair AS MATERIALIZED (
    SELECT a.puzzle_id, a.cell, b.cell AS other, a.mask | b.mask AS mask, a.units & b.units AS shared, a.units & ~b.units AS near,
        b.units & ~a.units AS far
    FROM narrow AS a
    INNER JOIN narrow AS b ON b.puzzle_id = a.puzzle_id AND b.cell > a.cell AND a.units & b.units <> 0
    WHERE (a.mask | b.mask) % 15 <= 4
),
-- Two pairs, and the two cells of a third.
six AS MATERIALIZED (
    SELECT p.puzzle_id, p.cell AS one, p.other AS two, q.cell AS three, q.other AS four, a.cell AS five, b.cell AS six, p.mask | q.mask AS mask,
        a.mask AS five_mask, b.mask AS six_mask
    FROM pair AS p
    INNER JOIN pair AS q ON q.puzzle_id = p.puzzle_id AND q.near = p.near AND q.far = p.far
    CROSS JOIN open_cell AS a
    CROSS JOIN open_cell AS b
    WHERE q.cell > p.cell
        AND q.shared & p.shared = 0
        AND (p.mask | q.mask) % 15 <= 4
        AND a.puzzle_id = p.puzzle_id
        AND a.units & p.near = p.near
        AND a.units & (p.far | p.shared | q.shared) = 0
        AND b.puzzle_id = p.puzzle_id
        AND b.units & p.far = p.far
        AND b.units - p.far = a.units - p.near
),
roofed AS (
    SELECT x.puzzle_id, x.one, x.two, x.three, x.four, x.five, x.six, c.combination_id AS digits, 0 AS extra,
        CASE t.digit WHEN 1 THEN x.five ELSE x.six END AS roof
    FROM six AS x
    CROSS JOIN token AS t
    CROSS JOIN combination AS c
    WHERE t.digit <= 2
        AND c.mask = x.mask | CASE t.digit WHEN 1 THEN x.six_mask ELSE x.five_mask END
        AND c.size = 3
        AND CASE t.digit WHEN 1 THEN x.five_mask ELSE x.six_mask END & ~c.mask <> 0
    UNION ALL
    SELECT x.puzzle_id, x.one, x.two, x.three, x.four, x.five, x.six, c.combination_id - (1 << (t.digit - 1)), t.digit, 0
    FROM six AS x
    CROSS JOIN combination AS c
    CROSS JOIN token AS t
    WHERE x.five > x.three AND c.mask = x.mask | x.five_mask | x.six_mask AND c.size = 4 AND t.mask & c.mask <> 0
),
found AS (
    SELECT x.puzzle_id, v.cell, v.digit, x.digits, x.one, x.two, x.three, x.four, x.five, x.six
    FROM roofed AS x
    CROSS JOIN pencil_mark AS v
    WHERE x.extra = 0 AND v.puzzle_id = x.puzzle_id AND x.digits & (1 << (v.digit - 1)) <> 0 AND v.cell = x.roof
    UNION ALL
    SELECT x.puzzle_id, v.cell, v.digit, x.digits, x.one, x.two, x.three, x.four, x.five, x.six
    FROM roofed AS x
    CROSS JOIN pencil_mark AS v
    CROSS JOIN pencil_mark AS m
    LEFT JOIN peer AS n ON n.cell = m.cell AND n.peer = v.cell
    WHERE v.puzzle_id = x.puzzle_id
        AND v.digit = x.extra
        AND m.puzzle_id = x.puzzle_id
        AND m.digit = x.extra
        AND m.cell IN (x.one, x.two, x.three, x.four, x.five, x.six)
    GROUP BY x.puzzle_id, v.cell, v.digit, x.digits, x.one, x.two, x.three, x.four, x.five, x.six
    HAVING COUNT(*) > 1 AND COUNT(n.cell) = COUNT(*)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT f.puzzle_id, 'extended_rectangle', 0, f.cell, f.digit,
    MIN((((((f.digits * CAST(100 AS BIGINT) + f.one) * 100 + f.two) * 100 + f.three) * 100 + f.four) * 100 + f.five) * 100 + f.six)
FROM found AS f
GROUP BY f.puzzle_id, f.cell, f.digit;

INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT d.puzzle_id, 'extended_rectangle', d.pattern, 1000 + ROW_NUMBER() OVER (PARTITION BY d.puzzle_id, d.pattern ORDER BY m.cell),
    CASE m.mask & ~c.mask WHEN 0 THEN 'floor' ELSE 'roof' END, m.cell, CAST(NULL AS INTEGER), CAST(NULL AS INTEGER)
FROM (SELECT DISTINCT e.puzzle_id, e.pattern FROM deduction AS e WHERE e.technique = 'extended_rectangle') AS d
CROSS JOIN combination AS c
CROSS JOIN candidate_mask AS m
WHERE c.combination_id = d.pattern / 1000000000000
    AND m.puzzle_id = d.puzzle_id
    AND m.cell IN (d.pattern / 10000000000 % 100, d.pattern / 100000000 % 100, d.pattern / 1000000 % 100, d.pattern / 10000 % 100,
        d.pattern / 100 % 100, d.pattern % 100);
