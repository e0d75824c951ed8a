-- @technique remote_pair | Remote Pair | tier 170 | hard | weight 110 | library 0703
-- @family chains
-- @idea Some cells have the same two candidates, and each cell sees the next. The two digits then take turns from cell to
--   cell. In a chain of four or more such cells, two cells at an odd distance hold different digits, so one of the two
--   holds the first digit and the other the second. The cells that see both ends lose both digits.
-- @how frequent_pair keeps the pairs of digits that four or more cells have. colored walks from each cell to those that it
--   sees and gives them two colors in turn. chain finds the length of the shortest chain between two cells of different
--   color.
-- @source Common knowledge among players.
-- @reads pass, bivalue_cell, peer, common_peer, pencil_mark, deduction
-- @writes deduction, deduction_evidence
-- @key number 100 cells, digit, digit other, cell start, cell end
-- @note The number of cells is that of a shortest chain. It is at most 18, two for each row.
-- @words {{cells "bivalue"}} hold nothing but {{shared "bivalue"}}, and each sees the next, so from cell to cell the two
--   digits take turns.
-- @words {{with shared "bivalue"}}If {{first "bivalue"}} is {{first .}}, then at the other end {{last "bivalue"}} is {{last
--   .}}. If {{first "bivalue"}} is {{last .}}, {{last "bivalue"}} is {{first .}}.{{end}}
-- @words Either way both digits stand in these two ends, and no cell that sees both ends can hold them{{namely effect}}.
-- @cost the bivalue cells, and all pairs of cells among four or more with the same digits

WITH RECURSIVE frequent_pair AS (
    SELECT b.puzzle_id, b.digit, b.other
    FROM pass AS p
    CROSS JOIN bivalue_cell AS b
    WHERE p.technique = 'remote_pair' AND b.puzzle_id = p.puzzle_id AND b.digit < b.other
    GROUP BY b.puzzle_id, b.digit, b.other
    HAVING COUNT(*) >= 4
),
colored (puzzle_id, digit, other, start, cell, color) AS (
    SELECT k.puzzle_id, k.digit, k.other, b.cell, b.cell, 0
    FROM frequent_pair AS k
    CROSS JOIN bivalue_cell AS b
    WHERE b.puzzle_id = k.puzzle_id AND b.digit = k.digit AND b.other = k.other
    UNION
    SELECT c.puzzle_id, c.digit, c.other, c.start, b.cell, 1 - c.color
    FROM colored AS c
    CROSS JOIN bivalue_cell AS b
    CROSS JOIN peer AS n
    WHERE b.puzzle_id = c.puzzle_id
        AND b.digit = c.digit
        AND b.other = c.other
        AND n.cell = c.cell
        AND n.peer = b.cell
),
netted AS (
    SELECT c.puzzle_id, c.digit, c.other, c.start, c.cell, c.color,
        COUNT(*) OVER (PARTITION BY c.puzzle_id, c.digit, c.other, c.start) AS cells
    FROM colored AS c
),
victim AS (
    SELECT c.puzzle_id, c.digit, c.other, c.start, c.cell, v.cell AS victim_cell, v.digit AS victim_digit
    FROM netted AS c
    CROSS JOIN common_peer AS n
    CROSS JOIN pencil_mark AS v
    WHERE c.color = 1
        AND c.cells >= 4
        AND c.cell >= c.start
        AND n.cell = c.start
        AND n.other = c.cell
        AND v.puzzle_id = c.puzzle_id
        AND v.digit IN (c.digit, c.other)
        AND v.cell = n.peer
),
chain (puzzle_id, digit, other, start, cell, cells) AS (
    SELECT v.puzzle_id, v.digit, v.other, v.start, v.start, 1
    FROM victim AS v
    UNION
    SELECT c.puzzle_id, c.digit, c.other, c.start, b.cell, c.cells + 1
    FROM chain AS c
    CROSS JOIN bivalue_cell AS b
    CROSS JOIN peer AS n
    WHERE c.cells < 18
        AND b.puzzle_id = c.puzzle_id
        AND b.digit = c.digit
        AND b.other = c.other
        AND n.cell = c.cell
        AND n.peer = b.cell
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'remote_pair', 0, v.victim_cell, v.victim_digit,
    MIN((((c.cells * 10 + v.digit) * 10 + v.other) * 100 + v.start) * 100 + v.cell)
FROM victim AS v
INNER JOIN chain AS c ON c.puzzle_id = v.puzzle_id
    AND c.digit = v.digit
    AND c.other = v.other
    AND c.start = v.start
    AND c.cell = v.cell
    AND c.cells % 2 = 0
GROUP BY v.puzzle_id, v.victim_cell, v.victim_digit;

-- rest goes back from the last cell and notes for every cell how many cells are left from it on. path begins at the first
-- cell and always goes on to the smallest cell with one cell less left.
WITH RECURSIVE pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, d.pattern / 1000000 AS cells, d.pattern / 100000 % 10 AS digit,
        d.pattern / 10000 % 10 AS other, d.pattern / 100 % 100 AS start, d.pattern % 100 AS cell
    FROM deduction AS d
    WHERE d.technique = 'remote_pair'
),
rest (puzzle_id, pattern, digit, other, cells, cell, cells_left) AS (
    SELECT x.puzzle_id, x.pattern, x.digit, x.other, x.cells, x.cell, 1
    FROM pattern AS x
    UNION
    SELECT r.puzzle_id, r.pattern, r.digit, r.other, r.cells, b.cell, r.cells_left + 1
    FROM rest AS r
    CROSS JOIN bivalue_cell AS b
    CROSS JOIN peer AS n
    WHERE r.cells_left < r.cells
        AND b.puzzle_id = r.puzzle_id
        AND b.digit = r.digit
        AND b.other = r.other
        AND n.cell = r.cell
        AND n.peer = b.cell
),
path (puzzle_id, pattern, cells, ordinal, cell) AS (
    SELECT x.puzzle_id, x.pattern, x.cells, 1, x.start
    FROM pattern AS x
    UNION ALL
    SELECT p.puzzle_id, p.pattern, p.cells, p.ordinal + 1, (
        SELECT MIN(r.cell)
        FROM rest AS r
        INNER JOIN peer AS n ON n.peer = r.cell
        WHERE r.puzzle_id = p.puzzle_id
            AND r.pattern = p.pattern
            AND r.cells_left = p.cells - p.ordinal
            AND n.cell = p.cell
    )
    FROM path AS p
    WHERE p.ordinal < p.cells
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT p.puzzle_id, 'remote_pair', p.pattern, p.ordinal, 'bivalue', p.cell, CAST(NULL AS INTEGER), CAST(NULL AS INTEGER)
FROM path AS p;
