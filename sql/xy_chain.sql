-- @technique xy_chain | XY-Chain | tier 450 | unfair | weight 260 | library 0702
-- @family chains
-- @idea In a cell with two candidates the one holds if the other does not. So a chain leads from cell to cell that see
--   each other and share a digit. If the first cell does not hold one of its candidates, it holds the other, the next
--   cell does not, and so on to a cell that holds the digit again that the first does not. Cells that see both
--   ends lose that digit.
-- @source Common knowledge among players. A chain may come back to the cell where it began, and then that
--   cell holds the digit.
-- @reads pass, bivalue_cell, pencil_mark, peer, common_peer, location, chain_link, chain_reach, deduction
-- @writes deduction, deduction_evidence, chain_link, chain_reach
-- @key number 100 cells, number 10000 start, number 10000 end
-- @note An end is digit * 1000 + cell, the smaller first.
-- @words {{chain}}
-- @cost the pairs of nodes that a chain joins, times the cells with two candidates next to a node

DELETE FROM chain_link;

-- Two links at once. node holds, so off_node does not, so next_node in the same cell does.
INSERT INTO chain_link (puzzle_id, node, next_node, off_node)
SELECT b.puzzle_id, a.digit * 1000 + a.cell, b.other * 1000 + b.cell, b.digit * 1000 + b.cell
FROM pass AS p
CROSS JOIN bivalue_cell AS b
CROSS JOIN peer AS q
CROSS JOIN bivalue_cell AS a
WHERE p.technique = 'xy_chain'
    AND b.puzzle_id = p.puzzle_id
    AND q.cell = b.cell
    AND a.puzzle_id = b.puzzle_id
    AND a.cell = q.peer
    AND a.digit = b.digit;

DELETE FROM chain_reach;

-- If start_node does not hold, node does. Of the nodes before it on shortest chains previous is the smallest.
INSERT INTO chain_reach (puzzle_id, start_node, node, links, previous)
SELECT b.puzzle_id, b.digit * 1000 + b.cell, b.other * 1000 + b.cell, 1, 0
FROM pass AS p
CROSS JOIN bivalue_cell AS b
WHERE p.technique = 'xy_chain' AND b.puzzle_id = p.puzzle_id;

-- @repeat extend_chains

-- @shell
DELETE FROM chain_round;

-- @shell
INSERT INTO chain_round (round)
SELECT c.combination_id
FROM combination AS c
ORDER BY c.combination_id;

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT r.puzzle_id, 'xy_chain', 0, m.cell, m.digit, MIN((CAST(r.links AS BIGINT) * 10000 + r.start_node) * 10000 + r.node)
FROM chain_reach AS r
CROSS JOIN common_peer AS v
CROSS JOIN pencil_mark AS m
WHERE r.links > 1
    AND r.start_node <= r.node
    AND r.start_node / 1000 = r.node / 1000
    AND v.cell = r.start_node % 1000
    AND v.other = r.node % 1000
    AND m.puzzle_id = r.puzzle_id
    AND m.digit = r.node / 1000
    AND m.cell = v.peer
GROUP BY r.puzzle_id, m.cell, m.digit;

-- The chain from its end to its start, then its links in order.
WITH RECURSIVE holder (puzzle_id, pattern, start_node, node, links, previous) AS (
    SELECT d.puzzle_id, d.pattern, r.start_node, r.node, r.links, r.previous
    FROM (SELECT DISTINCT f.puzzle_id, f.pattern FROM deduction AS f WHERE f.technique = 'xy_chain') AS d
    CROSS JOIN chain_reach AS r
    WHERE r.puzzle_id = d.puzzle_id AND r.start_node = d.pattern / 10000 % 10000 AND r.node = d.pattern % 10000
    UNION ALL
    SELECT h.puzzle_id, h.pattern, h.start_node, r.node, r.links, r.previous
    FROM holder AS h
    CROSS JOIN chain_reach AS r
    WHERE r.puzzle_id = h.puzzle_id AND r.start_node = h.start_node AND r.node = h.previous
),
link AS (
    SELECT h.puzzle_id, h.pattern, h.links, h.previous % 1000 AS before_cell, h.node % 1000 AS cell,
        COALESCE(l.off_node, h.start_node) / 1000 AS off_digit, h.node / 1000 AS digit
    FROM holder AS h
    LEFT JOIN chain_link AS l ON l.puzzle_id = h.puzzle_id AND l.node = h.previous AND l.next_node = h.node
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT k.puzzle_id, 'xy_chain', k.pattern, k.links * 4 - 4, 'weak', CAST(NULL AS INTEGER), k.off_digit, MIN(a.unit_no)
FROM link AS k
CROSS JOIN location AS a
CROSS JOIN location AS b
WHERE k.links > 1 AND a.cell = k.before_cell AND b.cell = k.cell AND b.unit_no = a.unit_no
GROUP BY k.puzzle_id, k.pattern, k.links, k.off_digit
UNION ALL
SELECT k.puzzle_id, 'xy_chain', k.pattern, k.links * 4 - 3, CASE k.links WHEN 1 THEN 'start' ELSE 'link' END, k.cell, k.off_digit, NULL
FROM link AS k
UNION ALL
SELECT k.puzzle_id, 'xy_chain', k.pattern, k.links * 4 - 2, 'strong', k.cell, NULL, NULL
FROM link AS k
UNION ALL
SELECT k.puzzle_id, 'xy_chain', k.pattern, k.links * 4 - 1, CASE k.links WHEN k.pattern / 100000000 THEN 'end' ELSE 'link' END, k.cell, k.digit, NULL
FROM link AS k;
