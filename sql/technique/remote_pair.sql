-- @technique remote_pair | Remote Pair | tier 170 | hard | weight 110 | library 0703
-- @family chains
-- @alias Remote Pairs
-- @idea Some cells have the same two candidates, and each cell sees the next. The two digits then take turns from cell to
--   cell. In a chain of four or more such cells, two cells at an odd distance hold different digits, so one of the two
--   holds the first digit and the other the second. The cells that see both ends lose both digits.
-- @spot Mark all cells with the same two candidates and connect those that see each other. If a way over an even
--   number of them, four at least, has two ends that one cell sees, cross both digits out in that cell.
-- @how frequent_pair keeps the pairs of digits that four or more cells have, and link joins such cells that see each other.
--   colored walks along the links from each cell and gives the cells two colors in turn, so the ends of an even number of cells
--   differ in color. chain walks again and counts the cells. They come first in the key, so MIN takes the shortest chain.
-- @source Common knowledge among players.
-- @reads pass, bivalue_cell, peer, common_peer, pencil_mark, deduction
-- @writes deduction, deduction_evidence
-- @key number 100 cells, digit, digit other, cell start, cell end
-- @note The number of cells is that of a shortest chain. It is at most 18, two for each row. Two cells of a net of four or more that
--   see each other count as a chain too. They are a naked pair, so this happens only when naked pairs are left out.
-- @words {{cells "bivalue"}} hold nothing but {{shared "bivalue"}}, and each sees the next, so from cell to cell the
--   two digits take turns.
-- @words {{with shared "bivalue"}}If {{first "bivalue"}} is {{first .}}, then at the other end {{last "bivalue"}} is
--   {{last .}}. If {{first "bivalue"}} is {{last .}}, {{last "bivalue"}} is {{first .}}.{{end}}
-- @words Either way both digits are in these two ends, and a cell that sees both ends can hold neither{{namely
--   effect}}.
-- @cost the bivalue cells, and all pairs of cells among four or more with the same digits

WITH RECURSIVE frequent_pair AS (
    SELECT b.puzzle_id, b.digit, b.other_digit
    FROM pass AS p
    CROSS JOIN bivalue_cell AS b
    WHERE p.technique = 'remote_pair' AND b.puzzle_id = p.puzzle_id AND b.digit < b.other_digit
    GROUP BY b.puzzle_id, b.digit, b.other_digit
    HAVING COUNT(*) >= 4
),
-- Two cells with the same pair of digits that see each other, in either order.
link AS (
    SELECT a.puzzle_id, a.digit, a.other_digit, a.cell, b.cell AS next_cell
    FROM frequent_pair AS f
    CROSS JOIN bivalue_cell AS a
    CROSS JOIN bivalue_cell AS b
    CROSS JOIN peer AS n
    WHERE a.puzzle_id = f.puzzle_id
        AND a.digit = f.digit
        AND a.other_digit = f.other_digit
        AND b.puzzle_id = a.puzzle_id
        AND b.digit = a.digit
        AND b.other_digit = a.other_digit
        AND n.cell = a.cell
        AND n.peer = b.cell
),
colored (puzzle_id, digit, other_digit, start, cell, color) AS (
    SELECT DISTINCT k.puzzle_id, k.digit, k.other_digit, k.cell, k.cell, 0
    FROM link AS k
    UNION
    SELECT c.puzzle_id, c.digit, c.other_digit, c.start, k.next_cell, 1 - c.color
    FROM colored AS c
    INNER JOIN link AS k ON k.puzzle_id = c.puzzle_id AND k.digit = c.digit AND k.other_digit = c.other_digit AND k.cell = c.cell
),
net AS (
    SELECT c.puzzle_id, c.digit, c.other_digit, c.start, c.cell, c.color,
        COUNT(*) OVER (PARTITION BY c.puzzle_id, c.digit, c.other_digit, c.start) AS net_cells
    FROM colored AS c
),
-- An end may be the start itself, when a loop of an odd number of cells leads back to it.
victim AS (
    SELECT c.puzzle_id, c.digit, c.other_digit, c.start, c.cell, v.cell AS victim_cell, v.digit AS victim_digit
    FROM net AS c
    CROSS JOIN common_peer AS n
    CROSS JOIN pencil_mark AS v
    WHERE c.color = 1
        AND c.net_cells >= 4
        AND c.cell >= c.start
        AND n.cell = c.start
        AND n.other = c.cell
        AND v.puzzle_id = c.puzzle_id
        AND v.digit IN (c.digit, c.other_digit)
        AND v.cell = n.peer
),
chain (puzzle_id, digit, other_digit, start, cell, cells) AS (
    SELECT v.puzzle_id, v.digit, v.other_digit, v.start, v.start, 1
    FROM victim AS v
    UNION
    SELECT c.puzzle_id, c.digit, c.other_digit, c.start, k.next_cell, c.cells + 1
    FROM chain AS c
    INNER JOIN link AS k ON k.puzzle_id = c.puzzle_id AND k.digit = c.digit AND k.other_digit = c.other_digit AND k.cell = c.cell
    WHERE c.cells < 18
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'remote_pair', 0, v.victim_cell, v.victim_digit,
    MIN((((c.cells * 10 + v.digit) * 10 + v.other_digit) * 100 + v.start) * 100 + v.cell)
FROM victim AS v
INNER JOIN chain AS c ON c.puzzle_id = v.puzzle_id
    AND c.digit = v.digit
    AND c.other_digit = v.other_digit
    AND c.start = v.start
    AND c.cell = v.cell
    AND c.cells % 2 = 0
GROUP BY v.puzzle_id, v.victim_cell, v.victim_digit;

-- The cells of each chain. cells_left counts for each cell the cells from it to the last one. path begins at the first cell and always
-- goes on to the smallest cell from which one cell less is left.
WITH RECURSIVE pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, d.pattern / 1000000 AS cells, d.pattern / 100000 % 10 AS digit,
        d.pattern / 10000 % 10 AS other_digit, d.pattern / 100 % 100 AS start, d.pattern % 100 AS cell
    FROM deduction AS d
    WHERE d.technique = 'remote_pair'
),
link AS (
    SELECT x.puzzle_id, x.pattern, a.cell, b.cell AS next_cell
    FROM pattern AS x
    CROSS JOIN bivalue_cell AS a
    CROSS JOIN bivalue_cell AS b
    CROSS JOIN peer AS n
    WHERE a.puzzle_id = x.puzzle_id
        AND a.digit = x.digit
        AND a.other_digit = x.other_digit
        AND b.puzzle_id = x.puzzle_id
        AND b.digit = x.digit
        AND b.other_digit = x.other_digit
        AND n.cell = a.cell
        AND n.peer = b.cell
),
distance (puzzle_id, pattern, cells, cell, cells_left) AS (
    SELECT x.puzzle_id, x.pattern, x.cells, x.cell, 1
    FROM pattern AS x
    UNION
    SELECT e.puzzle_id, e.pattern, e.cells, k.next_cell, e.cells_left + 1
    FROM distance AS e
    INNER JOIN link AS k ON k.puzzle_id = e.puzzle_id AND k.pattern = e.pattern AND k.cell = e.cell
    WHERE e.cells_left < e.cells
),
path (puzzle_id, pattern, cells, ordinal, cell) AS (
    SELECT x.puzzle_id, x.pattern, x.cells, 1, x.start
    FROM pattern AS x
    UNION ALL
    SELECT p.puzzle_id, p.pattern, p.cells, p.ordinal + 1, (
        SELECT MIN(k.next_cell)
        FROM link AS k
        INNER JOIN distance AS e ON e.puzzle_id = k.puzzle_id AND e.pattern = k.pattern AND e.cell = k.next_cell
        WHERE k.puzzle_id = p.puzzle_id AND k.pattern = p.pattern AND k.cell = p.cell AND e.cells_left = p.cells - p.ordinal
    )
    FROM path AS p
    WHERE p.ordinal < p.cells
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT p.puzzle_id, 'remote_pair', p.pattern, p.ordinal, 'bivalue', p.cell, CAST(NULL AS INTEGER), CAST(NULL AS INTEGER)
FROM path AS p;
