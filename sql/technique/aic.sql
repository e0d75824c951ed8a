-- @technique nice_loop | Nice Loop, continuous and discontinuous | tier 460 | unfair | weight 280 | library 0706 0707
-- @technique aic | Alternating Inference Chain | tier 470 | unfair | weight 280 | size 2 | library 0708
-- @family chains
-- @alias nice_loop | Continuous Nice Loop, Discontinuous Nice Loop
-- @alias aic | AIC Type 1, AIC Type 2, 3D Medusa, Medusa
-- @idea Two candidates have a strong link when one of them must be true, such as the two places of a digit in a unit or the
--   two candidates of a cell. They have a weak link when they cannot both be true. A chain takes strong and weak links in
--   turn and has a strong link at both ends, so one end at least is true, and every candidate with a weak link to both ends
--   goes. When the ends have a weak link to each other, or are the same candidate, or see the same one, the chain is a Nice
--   Loop.
-- @spot nice_loop | Take a candidate that you suspect and go two ways from it, as if it were true, through links in
--   turn. If one way needs a digit that the other way excludes, the candidate goes.
-- @spot aic | Start at a cell with two candidates, or at a unit with two places for a digit, and follow weak and
--   strong links in turn. After each strong link see whether a candidate sees both ends.
-- @generalizes w_wing x_chain xy_chain
-- @how A node is a digit in a cell, digit * 1000 + cell. chain_strong has the strong links, and chain_link a weak and a
--   strong link in one row. shared/reach_chains.sql fills chain_reach with the nodes that chains from each start reach, and
--   shared/chain_evidence.sql makes the parts of the chains.
-- @source Common knowledge among players. The eliminations of a continuous loop are also eliminations of chains that
--   begin and end at one of its weak links. So it is enough to follow the chains from every candidate, assuming that
--   it is false. Then shared/chain_evidence.sql gives the eliminations at all weak links of a loop to the loop.
-- @reads pass, place_mask, strong_link, bivalue_cell, pencil_mark, peer, common_peer, location, token, chain_unit,
--   chain_cell, far_peer, chain_set, chain_sight, chain_strong, chain_link, chain_reach, chain_shape, chain_walk,
--   pattern_field, deduction, deduction_evidence
-- @writes deduction, deduction_evidence, chain_strong, chain_link, chain_reach, chain_shape, chain_walk
-- @key number 100 links, node start, node end
-- @note An end is digit * 1000 + cell, the smaller end first. The links are the strong ones.
-- @words {{chain}}
-- @cost all pairs of nodes that a chain connects, times the strong links of each node

-- @reuse
DELETE FROM chain_strong;

-- unit_no is 0 for the candidates of a cell.
-- @reuse
INSERT INTO chain_strong (puzzle_id, node, other, unit_no)
SELECT s.puzzle_id, s.digit * 1000 + s.cell, s.digit * 1000 + s.other, MIN(s.unit_no)
FROM pass AS p
CROSS JOIN strong_link AS s
WHERE p.technique IN ('nice_loop', 'aic') AND s.puzzle_id = p.puzzle_id
GROUP BY s.puzzle_id, s.digit, s.cell, s.other
UNION
SELECT b.puzzle_id, b.digit * 1000 + b.cell, b.other_digit * 1000 + b.cell, 0
FROM pass AS p
CROSS JOIN bivalue_cell AS b
WHERE p.technique IN ('nice_loop', 'aic') AND b.puzzle_id = p.puzzle_id;

-- @reuse
DELETE FROM chain_link;

-- Two links at once. node holds, so off_node does not, so next_node does.
-- @reuse
WITH node AS (
    SELECT DISTINCT s.puzzle_id, s.node
    FROM chain_strong AS s
),
weak AS (
    SELECT a.puzzle_id, a.node, b.node AS off_node
    FROM node AS a
    CROSS JOIN peer AS q
    CROSS JOIN chain_strong AS b
    WHERE q.cell = a.node % 1000 AND b.puzzle_id = a.puzzle_id AND b.node = a.node / 1000 * 1000 + q.peer
    UNION
    SELECT a.puzzle_id, a.node, b.node
    FROM node AS a
    CROSS JOIN token AS t
    CROSS JOIN chain_strong AS b
    WHERE t.digit <> a.node / 1000 AND b.puzzle_id = a.puzzle_id AND b.node = t.digit * 1000 + a.node % 1000
)
INSERT INTO chain_link (puzzle_id, node, next_node, off_node)
SELECT w.puzzle_id, w.node, s.other, MIN(w.off_node)
FROM weak AS w
CROSS JOIN chain_strong AS s
WHERE s.puzzle_id = w.puzzle_id AND s.node = w.off_node AND s.other <> w.node
GROUP BY w.puzzle_id, w.node, s.other;

-- @reuse
-- @shared reach_chains
INSERT INTO run_reach_chains DEFAULT VALUES;

-- What is weakly linked to both ends. Those are closed when they are weakly linked themselves or one.
WITH chain AS (
    SELECT r.puzzle_id, r.start_node, r.node, (CAST(r.links AS BIGINT) * 10000 + r.start_node) * 10000 + r.node AS pattern,
        r.start_node / 1000 AS start_digit, r.start_node % 1000 AS start_cell, r.node / 1000 AS digit, r.node % 1000 AS cell
    FROM (SELECT DISTINCT a.puzzle_id FROM pass AS a WHERE a.technique IN ('nice_loop', 'aic')) AS p
    CROSS JOIN chain_reach AS r
    WHERE r.puzzle_id = p.puzzle_id AND r.links > 1 AND r.start_node <= r.node
),
victim AS (
    SELECT c.puzzle_id, c.pattern, m.cell, m.digit,
        CASE WHEN c.cell = c.start_cell OR EXISTS (SELECT 1 FROM peer AS q WHERE q.cell = c.cell AND q.peer = c.start_cell)
            THEN 1 ELSE 0 END AS closed,
        CASE WHEN c.cell = c.start_cell THEN 0 ELSE 1 END AS open
    FROM chain AS c
    CROSS JOIN common_peer AS v
    CROSS JOIN pencil_mark AS m
    WHERE c.digit = c.start_digit
        AND v.cell = c.start_cell
        AND v.other = c.cell
        AND m.puzzle_id = c.puzzle_id
        AND m.digit = c.digit
        AND m.cell = v.peer
    UNION ALL
    SELECT c.puzzle_id, c.pattern, m.cell, m.digit, 0, 1
    FROM chain AS c
    CROSS JOIN peer AS q
    CROSS JOIN pencil_mark AS m
    WHERE c.digit <> c.start_digit
        AND q.cell = c.cell
        AND q.peer = c.start_cell
        AND m.puzzle_id = c.puzzle_id
        AND (m.digit = c.digit AND m.cell = c.start_cell OR m.digit = c.start_digit AND m.cell = c.cell)
    UNION ALL
    SELECT c.puzzle_id, c.pattern, m.cell, m.digit, 1, 0
    FROM chain AS c
    CROSS JOIN pencil_mark AS m
    WHERE c.cell = c.start_cell
        AND m.puzzle_id = c.puzzle_id
        AND m.cell = c.cell
        AND m.digit <> c.digit
        AND m.digit <> c.start_digit
),
judged AS (
    SELECT v.puzzle_id, v.pattern, v.cell, v.digit, v.closed, v.open,
        COUNT(*) OVER (PARTITION BY v.puzzle_id, v.pattern) AS victims
    FROM victim AS v
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT j.puzzle_id, p.technique, 0, j.cell, j.digit, MIN(j.pattern)
FROM judged AS j
CROSS JOIN pass AS p
WHERE p.puzzle_id = j.puzzle_id
    AND (p.technique = 'nice_loop' AND (j.closed = 1 OR j.victims = 1) OR p.technique = 'aic' AND j.open = 1)
GROUP BY j.puzzle_id, p.technique, j.cell, j.digit;

-- @shared chain_evidence
INSERT INTO run_chain_evidence DEFAULT VALUES;
