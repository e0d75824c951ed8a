-- @technique x_chain | X-Chain | tier 440 | unfair | weight 260 | library 0701
-- @family chains
-- @idea A unit with two places for a digit makes them a strong link. If one of them does not hold the digit, the
--   other does. What it sees does not, so the next strong link that begins there goes on. Whatever the
--   length, the digit is at one end or the other, and a cell that sees both ends loses it.
-- @source Common knowledge among players. A single strong link is locked candidates, so a chain has two or more.
--   It may come back to where it began. Then the digit is there.
-- @reads pass, strong_link, pencil_mark, peer, common_peer, location, chain_link, chain_reach, deduction
-- @writes deduction, deduction_evidence, chain_link, chain_reach
-- @key number 100 links, number 10000 start, number 10000 end
-- @note An end is digit * 1000 + cell, the smaller first. The links are the strong ones.
-- @words {{chain}}
-- @cost the pairs of nodes that a chain joins, times the strong links next to a node

DELETE FROM chain_link;

-- Two links at once. node holds the digit, so off_node does not, so next_node does.
INSERT INTO chain_link (puzzle_id, node, next_node, off_node)
SELECT a.puzzle_id, a.digit * 1000 + a.cell, b.digit * 1000 + b.other, MIN(b.digit * 1000 + b.cell)
FROM (
    SELECT DISTINCT s.puzzle_id, s.digit, s.cell
    FROM pass AS p
    CROSS JOIN strong_link AS s
    WHERE p.technique = 'x_chain' AND s.puzzle_id = p.puzzle_id
) AS a
CROSS JOIN strong_link AS b
CROSS JOIN peer AS q
WHERE b.puzzle_id = a.puzzle_id
    AND b.digit = a.digit
    AND b.cell <> a.cell
    AND b.other <> a.cell
    AND q.cell = a.cell
    AND q.peer = b.cell
GROUP BY a.puzzle_id, a.digit * 1000 + a.cell, b.digit * 1000 + b.other;

DELETE FROM chain_reach;

-- If start_node does not hold the digit, node does. Of the nodes before it on shortest chains previous is the smallest.
INSERT INTO chain_reach (puzzle_id, start_node, node, links, previous)
SELECT DISTINCT s.puzzle_id, s.digit * 1000 + s.cell, s.digit * 1000 + s.other, 1, 0
FROM pass AS p
CROSS JOIN strong_link AS s
WHERE p.technique = 'x_chain' AND s.puzzle_id = p.puzzle_id;

-- @repeat extend_chains

-- @shell
DELETE FROM chain_round;

-- @shell
INSERT INTO chain_round (round)
SELECT c.combination_id
FROM combination AS c
ORDER BY c.combination_id;

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT r.puzzle_id, 'x_chain', 0, m.cell, m.digit, MIN((CAST(r.links AS BIGINT) * 10000 + r.start_node) * 10000 + r.node)
FROM chain_reach AS r
CROSS JOIN common_peer AS v
CROSS JOIN pencil_mark AS m
WHERE r.links > 1
    AND r.start_node <= r.node
    AND v.cell = r.start_node % 1000
    AND v.other = r.node % 1000
    AND m.puzzle_id = r.puzzle_id
    AND m.digit = r.node / 1000
    AND m.cell = v.peer
GROUP BY r.puzzle_id, m.cell, m.digit;

-- The chain from its end to its start, then its links in order.
WITH RECURSIVE holder (puzzle_id, pattern, start_node, node, links, previous) AS (
    SELECT d.puzzle_id, d.pattern, r.start_node, r.node, r.links, r.previous
    FROM (SELECT DISTINCT f.puzzle_id, f.pattern FROM deduction AS f WHERE f.technique = 'x_chain') AS d
    CROSS JOIN chain_reach AS r
    WHERE r.puzzle_id = d.puzzle_id AND r.start_node = d.pattern / 10000 % 10000 AND r.node = d.pattern % 10000
    UNION ALL
    SELECT h.puzzle_id, h.pattern, h.start_node, r.node, r.links, r.previous
    FROM holder AS h
    CROSS JOIN chain_reach AS r
    WHERE r.puzzle_id = h.puzzle_id AND r.start_node = h.start_node AND r.node = h.previous
),
link AS (
    SELECT h.puzzle_id, h.pattern, h.links, h.node / 1000 AS digit, h.previous % 1000 AS before_cell,
        COALESCE(l.off_node, h.start_node) % 1000 AS off_cell, h.node % 1000 AS cell
    FROM holder AS h
    LEFT JOIN chain_link AS l ON l.puzzle_id = h.puzzle_id AND l.node = h.previous AND l.next_node = h.node
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT k.puzzle_id, 'x_chain', k.pattern, k.links * 4 - 4, 'weak', CAST(NULL AS INTEGER), k.digit, MIN(a.unit_no)
FROM link AS k
CROSS JOIN location AS a
CROSS JOIN location AS b
WHERE k.links > 1 AND a.cell = k.before_cell AND b.cell = k.off_cell AND b.unit_no = a.unit_no
GROUP BY k.puzzle_id, k.pattern, k.links, k.digit
UNION ALL
SELECT k.puzzle_id, 'x_chain', k.pattern, k.links * 4 - 3, CASE k.links WHEN 1 THEN 'start' ELSE 'link' END, k.off_cell, k.digit, NULL
FROM link AS k
UNION ALL
SELECT k.puzzle_id, 'x_chain', k.pattern, k.links * 4 - 2, 'strong', NULL, k.digit, MIN(s.unit_no)
FROM link AS k
CROSS JOIN strong_link AS s
WHERE s.puzzle_id = k.puzzle_id AND s.digit = k.digit AND s.cell = k.off_cell AND s.other = k.cell
GROUP BY k.puzzle_id, k.pattern, k.links, k.digit
UNION ALL
SELECT k.puzzle_id, 'x_chain', k.pattern, k.links * 4 - 1, CASE k.links WHEN k.pattern / 100000000 THEN 'end' ELSE 'link' END, k.cell, k.digit, NULL
FROM link AS k;
