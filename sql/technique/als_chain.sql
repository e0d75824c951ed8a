-- @technique als_chain | Almost Locked Sets Chain | tier 520 | unfair | weight 340 | library 0903
-- @family als
-- @idea Almost locked sets form a row, and each set has a restricted common with the next. Suppose that a candidate takes
--   the same digit from the first and from the last set. The first set then holds all its other digits, so the second set
--   loses the restricted common and holds all its others, and so on to the last set. The last set loses two digits, which
--   leaves too few for its cells, so the candidate goes.
-- @spot Note small groups with one digit more than cells, and connect two groups if a common digit has all its places
--   in sight of each other. Walk from group to group, never twice in a row by the same digit, until one has a digit
--   of the first.
-- @generalizes xy_chain als_xz als_xy_wing
-- @how A node is a digit in a group of cells, with the number digit * 100000 + group_no. Each row of chain_link leads from a node
--   that holds its digit to a node of the next set that then holds its digit. -node is a node that does not hold its digit,
--   with which a chain begins. shared/reach_weighted_chains.sql fills chain_reach with the nodes that chains from each
--   start reach, those with the fewest cells first.
-- @source Common knowledge among players. Sets may have any size and may overlap.
-- @reads pass, pencil_mark, location, token, cell_bit, als_digit, als_place, chain_strong, chain_link, chain_reach, deduction
-- @writes deduction, deduction_evidence, chain_strong, chain_link, chain_reach
-- @key number 400 cells, digit, number 100000 start, number 100000 end
-- @note The cells are those of all sets, a cell once for each of its sets. start and end are the group_no of the cells with the digit in the outer sets.
-- @words {{sets}}
-- @words {{row_of_sets}}
-- @words So {{effect}}.
-- @cost all pairs of nodes that a chain connects, times the sets of each node

DELETE FROM chain_link;

-- If node holds its digit, so does next_node. The set between them is off_node, size * 100000 + als_no, the smallest one. A set that
-- loses the first digit of a chain holds all others.
WITH node AS (
    SELECT DISTINCT a.puzzle_id, a.digit, a.unit_no, a.places, a.group_no
    FROM pass AS p
    CROSS JOIN als_place AS a
    WHERE p.technique = 'als_chain' AND a.puzzle_id = p.puzzle_id
)
INSERT INTO chain_link (puzzle_id, node, next_node, off_node, weight)
SELECT n.puzzle_id, n.digit * 100000 + n.group_no, o.digit * 100000 + o.group_no, MIN(a.size * 100000 + a.als_no), MIN(a.size)
FROM node AS n
CROSS JOIN als_place AS a
CROSS JOIN als_digit AS o
WHERE a.puzzle_id = n.puzzle_id
    AND a.digit = n.digit
    AND a.unit_no = n.unit_no
    AND a.places & n.places = 0
    AND o.puzzle_id = a.puzzle_id
    AND o.als_no = a.als_no
    AND o.digit <> a.digit
GROUP BY n.puzzle_id, n.digit, n.group_no, o.digit, o.group_no
UNION ALL
SELECT a.puzzle_id, -(a.digit * 100000 + a.group_no), b.digit * 100000 + b.group_no, MIN(a.size * 100000 + a.als_no), MIN(a.size)
FROM pass AS p
CROSS JOIN als_digit AS a
CROSS JOIN als_digit AS b
WHERE p.technique = 'als_chain'
    AND a.puzzle_id = p.puzzle_id
    AND b.puzzle_id = a.puzzle_id
    AND b.als_no = a.als_no
    AND b.digit <> a.digit
GROUP BY a.puzzle_id, a.digit, a.group_no, b.digit, b.group_no;

DELETE FROM chain_strong;

-- A chain begins with a node that does not hold its digit.
INSERT INTO chain_strong (puzzle_id, node, other, unit_no)
SELECT DISTINCT a.puzzle_id, a.digit * 100000 + a.group_no, -(a.digit * 100000 + a.group_no), 0
FROM pass AS p
CROSS JOIN als_digit AS a
WHERE p.technique = 'als_chain' AND a.puzzle_id = p.puzzle_id;

-- @shared reach_weighted_chains
INSERT INTO run_reach_weighted_chains DEFAULT VALUES;

WITH node AS (
    SELECT DISTINCT a.puzzle_id, CAST(a.digit * 100000 + a.group_no AS INTEGER) AS node, a.victims_low, a.victims_high
    FROM pass AS p
    CROSS JOIN als_digit AS a
    WHERE p.technique = 'als_chain' AND a.puzzle_id = p.puzzle_id
),
leaving AS (
    SELECT r.puzzle_id, r.node / 100000 AS digit, a.victims_low & b.victims_low AS low, a.victims_high & b.victims_high AS high,
        (CAST(r.links - 1 AS BIGINT) * 1000000 + r.start_node) * 100000 + r.node % 100000 AS pattern
    FROM chain_reach AS r
    CROSS JOIN node AS a
    CROSS JOIN node AS b
    WHERE r.start_node <= r.node
        AND r.start_node / 100000 = r.node / 100000
        AND a.puzzle_id = r.puzzle_id
        AND a.node = r.start_node
        AND b.puzzle_id = r.puzzle_id
        AND b.node = r.node
        AND (a.victims_low & b.victims_low <> 0 OR a.victims_high & b.victims_high <> 0)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'als_chain', 0, m.cell, v.digit, MIN(v.pattern)
FROM leaving AS v
CROSS JOIN pencil_mark AS m
CROSS JOIN cell_bit AS c
WHERE m.puzzle_id = v.puzzle_id
    AND m.digit = v.digit
    AND c.cell = m.cell
    AND (c.low & v.low <> 0 OR c.high & v.high <> 0)
GROUP BY v.puzzle_id, m.cell, v.digit;

-- The parts of the chains. Each chain is walked from its end to its start. The cells of a set come before the digit that links it
-- to the next set.
WITH RECURSIVE walk (puzzle_id, pattern, start_node, node, off_node, back) AS (
    SELECT p.puzzle_id, p.pattern, p.pattern / 100000 % 1000000, p.pattern / 10000000000 % 10 * 100000 + p.pattern % 100000, 0, 0
    FROM (SELECT DISTINCT d.puzzle_id, d.pattern FROM deduction AS d WHERE d.technique = 'als_chain') AS p
    UNION ALL
    SELECT w.puzzle_id, w.pattern, w.start_node, CAST(r.previous AS BIGINT), l.off_node, w.back + 1
    FROM walk AS w
    INNER JOIN chain_reach AS r ON r.puzzle_id = w.puzzle_id AND r.start_node = w.start_node AND r.node = w.node
    INNER JOIN chain_link AS l ON l.puzzle_id = w.puzzle_id AND l.next_node = w.node AND l.puzzle_id = r.puzzle_id AND l.node = r.previous
    WHERE w.node > 0
),
-- The sets, the first one with number 1, and the node before each of them, which is the restricted common.
shown_set AS (
    SELECT w.puzzle_id, w.pattern, w.node, w.off_node % 100000 AS als_no,
        ROW_NUMBER() OVER (PARTITION BY w.puzzle_id, w.pattern ORDER BY w.back DESC) AS link_no
    FROM walk AS w
    WHERE w.back > 0
),
part (puzzle_id, pattern, link_no, is_set, role, cell, digit) AS (
    SELECT s.puzzle_id, s.pattern, s.link_no, 1,
        'set_' || SUBSTR('abcdefghijklmnopqrstuvwxyz', CAST(s.link_no - 1 AS INTEGER) % 26 + 1, 1), l.cell, CAST(NULL AS INTEGER)
    FROM shown_set AS s
    INNER JOIN location AS l ON l.unit_no = s.als_no / 1000 AND l.place & s.als_no % 1000 <> 0
    UNION ALL
    SELECT s.puzzle_id, s.pattern, s.link_no, 0, 'restricted', NULL, s.node / 100000
    FROM shown_set AS s
    WHERE s.node > 0
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT q.puzzle_id, 'als_chain', q.pattern,
    ROW_NUMBER() OVER (PARTITION BY q.puzzle_id, q.pattern ORDER BY q.link_no, q.is_set, q.cell), q.role, q.cell, q.digit, NULL
FROM part AS q;
