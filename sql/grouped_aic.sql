-- @technique grouped_nice_loop | Grouped Nice Loop | tier 480 | unfair | weight 300 | library 0709 0710
-- @technique grouped_aic | Grouped AIC | tier 490 | unfair | weight 300 | size 2 | library 0711
-- @family chains
-- @idea This is the alternating chain with more links. A group of two or three candidates of a digit, where a box and a
--   line meet, may stand for one candidate and is true when one of them is. An almost locked set may link two digits,
--   because it cannot lose both of them. One end of the chain at least is true, and every candidate with a weak link to
--   both ends goes.
-- @how A node is a digit in a place, digit * 1000 + place, and a place is a cell or, from 101 on, a group. chain_place has
--   the nodes by units, chain_strong and chain_weak the links, and chain_sight the nodes that see a digit of an almost
--   locked set. shared/reach_chains.sql fills chain_reach with the nodes that chains from each start reach, and
--   shared/chain_evidence.sql makes the parts of the chains.
-- @source Common knowledge among players. Sets have two or more cells, all in one unit, and a link uses one set. A
--   chain with one strong link and no set at an end is locked candidates, because its ends are two parts of a unit.
-- @reads pass, place_mask, bivalue_cell, pencil_mark, cell_group, location, token, chain_unit, chain_cell, unit_third,
--   chain_place, chain_strong, chain_sight, chain_weak, chain_link, chain_reach, pattern_field, deduction,
--   deduction_evidence
-- @writes deduction, deduction_evidence, chain_place, chain_strong, chain_sight, chain_weak, chain_link,
--   chain_reach
-- @key number 100 links, node start, node end, number 15000 start_set, number 15000 end_set
-- @note An end is digit * 1000 + place, the smaller end first. The links are the strong ones. If an end reaches the
--   victim through a set, the set is unit_no * 512 + places, otherwise 0.
-- @words {{chain}}
-- @cost all pairs of nodes that a chain connects, times the links of each node

-- A node of a chain is a digit in a place, digit * 1000 + place. These are the places in their units, live candidates alone.
CREATE TEMP TABLE IF NOT EXISTS chain_place (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    node INTEGER NOT NULL,
    places INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, unit_no, node)
);

-- What sees all candidates of its digit in an almost locked set, unit_no * 512 + places.
CREATE TEMP TABLE IF NOT EXISTS chain_sight (
    puzzle_id BIGINT NOT NULL,
    set_no INTEGER NOT NULL,
    node INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, set_no, node)
);

-- Not both of the two nodes hold, in a unit or cell or, unless set_no is 0, through an almost locked set.
CREATE TEMP TABLE IF NOT EXISTS chain_weak (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    other INTEGER NOT NULL,
    set_no INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, node, other)
);

-- @reuse
DELETE FROM chain_place;

-- The candidates and the groups in their units. A place is a cell or, from 101 on, a group.
-- @reuse
INSERT INTO chain_place (puzzle_id, digit, unit_no, node, places)
SELECT m.puzzle_id, m.digit, m.unit_no, m.digit * 1000 + u.place, m.places & u.places
FROM (SELECT DISTINCT a.puzzle_id FROM pass AS a WHERE a.technique IN ('grouped_nice_loop', 'grouped_aic')) AS p
CROSS JOIN place_mask AS m
CROSS JOIN chain_unit AS u
WHERE m.puzzle_id = p.puzzle_id
    AND u.unit_no = m.unit_no
    AND m.places & u.places <> 0
    AND (u.place < 100 OR (m.places & u.places) & ((m.places & u.places) - 1) <> 0);

-- @reuse
DELETE FROM chain_strong;

-- @reuse
INSERT INTO chain_strong (puzzle_id, node, other, unit_no)
SELECT a.puzzle_id, a.node, b.node, MIN(a.unit_no)
FROM (SELECT DISTINCT c.puzzle_id FROM chain_place AS c) AS p
CROSS JOIN place_mask AS m
CROSS JOIN chain_place AS a
CROSS JOIN chain_place AS b
WHERE m.puzzle_id = p.puzzle_id
    AND a.puzzle_id = m.puzzle_id
    AND a.digit = m.digit
    AND a.unit_no = m.unit_no
    AND a.places <> m.places
    AND b.puzzle_id = m.puzzle_id
    AND b.digit = m.digit
    AND b.unit_no = m.unit_no
    AND b.places <> m.places
    AND a.places | b.places = m.places
GROUP BY a.puzzle_id, a.node, b.node
UNION ALL
SELECT b.puzzle_id, b.digit * 1000 + b.cell, b.other * 1000 + b.cell, 0
FROM (SELECT DISTINCT c.puzzle_id FROM chain_place AS c) AS p
CROSS JOIN bivalue_cell AS b
WHERE b.puzzle_id = p.puzzle_id;

-- @reuse
DELETE FROM chain_sight;

-- What sees all candidates of its digit in an almost locked set. The remainder by 15 is the number of digits in a
-- mask. The same cells may be places of two units, and group_no knows them as those of the first.
-- @reuse
WITH holder AS (
    SELECT a.puzzle_id, a.unit_no * 512 + s.places AS set_no, m.digit, h.group_no
    FROM unit_third AS a
    CROSS JOIN unit_third AS b
    CROSS JOIN unit_third AS c
    CROSS JOIN cell_group AS s
    CROSS JOIN place_mask AS m
    CROSS JOIN cell_group AS h
    WHERE a.third = 1
        AND b.puzzle_id = a.puzzle_id
        AND b.unit_no = a.unit_no
        AND b.third = 2
        AND c.puzzle_id = a.puzzle_id
        AND c.unit_no = a.unit_no
        AND c.third = 3
        AND a.size + b.size + c.size > 1
        AND (a.mask | b.mask | c.mask) % 15 = a.size + b.size + c.size + 1
        AND s.unit_no = a.unit_no
        AND s.places = a.places + b.places + c.places
        AND s.group_no = a.unit_no * 1000 + a.places + b.places + c.places
        AND m.puzzle_id = a.puzzle_id
        AND m.unit_no = a.unit_no
        AND h.unit_no = a.unit_no
        AND h.places = s.places & m.places
)
INSERT INTO chain_sight (puzzle_id, set_no, node)
SELECT DISTINCT h.puzzle_id, h.set_no, c.node
FROM holder AS h
CROSS JOIN cell_group AS u
CROSS JOIN chain_place AS c
WHERE u.group_no = h.group_no
    AND c.puzzle_id = h.puzzle_id
    AND c.digit = h.digit
    AND c.unit_no = u.unit_no
    AND c.places & u.places = 0;

-- @reuse
DELETE FROM chain_weak;

-- Weak links from nodes with a strong link to all others, through the first set or through none, which is 0.
-- @reuse
WITH node AS (
    SELECT DISTINCT s.puzzle_id, s.node
    FROM chain_strong AS s
),
weak AS (
    SELECT a.puzzle_id, a.node, b.node AS other, 0 AS set_no
    FROM chain_place AS a
    CROSS JOIN chain_place AS b
    WHERE b.puzzle_id = a.puzzle_id AND b.digit = a.digit AND b.unit_no = a.unit_no AND b.places & a.places = 0
    UNION ALL
    SELECT a.puzzle_id, a.node, m.digit * 1000 + m.cell, 0
    FROM node AS a
    CROSS JOIN token AS t
    CROSS JOIN pencil_mark AS m
    WHERE t.digit <> a.node / 1000 AND m.puzzle_id = a.puzzle_id AND m.digit = t.digit AND m.cell = a.node % 1000
    UNION ALL
    SELECT a.puzzle_id, a.node, b.node, a.set_no
    FROM chain_sight AS a
    CROSS JOIN chain_sight AS b
    WHERE b.puzzle_id = a.puzzle_id AND b.set_no = a.set_no AND b.node / 1000 <> a.node / 1000
)
INSERT INTO chain_weak (puzzle_id, node, other, set_no)
SELECT w.puzzle_id, w.node, w.other, MIN(w.set_no)
FROM weak AS w
WHERE EXISTS (SELECT 1 FROM chain_strong AS s WHERE s.puzzle_id = w.puzzle_id AND s.node = w.node)
GROUP BY w.puzzle_id, w.node, w.other;

-- @reuse
DELETE FROM chain_link;

-- Two links at once. node holds, so off_node does not, so next_node does. A link without a set is preferred.
-- @reuse
INSERT INTO chain_link (puzzle_id, node, next_node, off_node, set_no)
SELECT w.puzzle_id, w.node, s.other, MIN(w.set_no * 10000 + w.other) % 10000, MIN(w.set_no * 10000 + w.other) / 10000
FROM chain_weak AS w
CROSS JOIN chain_strong AS s
WHERE s.puzzle_id = w.puzzle_id AND s.node = w.other AND s.other <> w.node
GROUP BY w.puzzle_id, w.node, s.other;

-- @reuse
-- @shared reach_chains
INSERT INTO shared_statement (name) VALUES ('reach_chains');

-- What is weakly linked to both ends, directly or through sets. Ends are closed when they are weakly linked themselves or one.
WITH victim AS (
    SELECT r.puzzle_id, r.links, v.other AS node,
        (((CAST(r.links AS BIGINT) * 10000 + r.start_node) * 10000 + r.node) * 15000 + v.set_no) * 15000 + w.set_no AS pattern,
        CASE WHEN v.set_no = 0 AND w.set_no = 0 THEN 1 ELSE 0 END AS direct,
        CASE WHEN r.start_node = r.node OR EXISTS (
            SELECT 1
            FROM chain_weak AS c
            WHERE c.puzzle_id = r.puzzle_id AND c.node = r.start_node AND c.other = r.node
        ) THEN 1 ELSE 0 END AS closed,
        CASE WHEN r.start_node <> r.node AND (r.start_node / 1000 = v.other / 1000 OR r.node / 1000 = v.other / 1000)
            THEN 1 ELSE 0 END AS open
    FROM (SELECT DISTINCT a.puzzle_id FROM pass AS a WHERE a.technique IN ('grouped_nice_loop', 'grouped_aic')) AS p
    CROSS JOIN chain_reach AS r
    CROSS JOIN chain_weak AS v
    CROSS JOIN chain_weak AS w
    WHERE r.puzzle_id = p.puzzle_id
        AND r.start_node <= r.node
        AND v.puzzle_id = r.puzzle_id
        AND v.node = r.start_node
        AND v.other % 1000 < 100
        AND w.puzzle_id = r.puzzle_id
        AND w.node = r.node
        AND w.other = v.other
),
judged AS (
    SELECT v.puzzle_id, v.links, v.node, v.pattern, v.direct, v.closed, v.open,
        SUM(v.direct) OVER (PARTITION BY v.puzzle_id, v.pattern) AS victims
    FROM victim AS v
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT j.puzzle_id, p.technique, 0, j.node % 1000, j.node / 1000, MIN(j.pattern)
FROM judged AS j
CROSS JOIN pass AS p
WHERE p.puzzle_id = j.puzzle_id
    AND (
        p.technique = 'grouped_nice_loop' AND (j.direct = 0 OR j.links > 1 AND (j.closed = 1 OR j.victims = 1))
        OR p.technique = 'grouped_aic' AND j.direct = 1 AND j.links > 1 AND j.open = 1
    )
GROUP BY j.puzzle_id, p.technique, j.node;

-- @shared chain_evidence
INSERT INTO shared_statement (name) VALUES ('chain_evidence');
