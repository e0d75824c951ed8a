-- @technique grouped_nice_loop | Grouped Nice Loop | tier 480 | unfair | weight 300 | library 0709 0710
-- @technique grouped_aic | Grouped AIC | tier 490 | unfair | weight 300 | size 2 | library 0711
-- @family chains
-- @alias grouped_nice_loop | Grouped X-Cycle, Grouped Continuous Nice Loop
-- @idea This is the alternating chain with more links. A group of two or three candidates of a digit, where a box and a
--   line meet, may count as one candidate and is true when one of them is. One end of the chain at least is true, and
--   every candidate with a weak link to both ends goes.
-- @spot grouped_nice_loop | Build it like a Nice Loop, and where a box stops you, take the two or three places of a
--   digit in one line of the box as one. This helps wherever the places of a digit in a box lie in two lines.
-- @spot grouped_aic | Build it like an AIC, and take the two or three places of a digit in one line of a box as one.
--   Look for units where a digit has one such group and one other place, because they give new strong links.
-- @generalizes empty_rectangle nice_loop aic
-- @how A node is a digit in a place, digit * 1000 + place, and a place is a cell or, from 101 on, a group.
--   shared/link_groups.sql fills chain_place with the nodes by units, chain_strong and chain_weak with the links.
--   shared/reach_chains.sql fills chain_reach with the nodes that chains from each start reach, and
--   shared/chain_evidence.sql makes the parts of the chains.
-- @source Common knowledge among players. A chain with one strong link is locked candidates, because its ends are two
--   parts of a unit.
-- @reads pass, place_mask, bivalue_cell, pencil_mark, location, token, chain_unit, chain_cell, far_peer, chain_set,
--   chain_place, chain_strong, chain_weak, chain_sight, chain_link, chain_reach, chain_shape, chain_walk,
--   pattern_field, deduction, deduction_evidence
-- @writes deduction, deduction_evidence, chain_place, chain_strong, chain_weak, chain_link, chain_reach, chain_shape,
--   chain_walk
-- @key number 100 links, node start, node end
-- @note An end is digit * 1000 + place, the smaller end first. The links are the strong ones.
-- @words {{chain}}
-- @cost all pairs of nodes that a chain connects, times the links of each node

-- @reuse
-- @shared link_groups
INSERT INTO run_link_groups DEFAULT VALUES;

-- @reuse
-- @shared join_links
INSERT INTO run_join_links DEFAULT VALUES;

-- @reuse
-- @shared reach_chains
INSERT INTO run_reach_chains DEFAULT VALUES;

-- What is weakly linked to both ends. Ends are closed when they are weakly linked themselves or one.
WITH victim AS (
    SELECT r.puzzle_id, v.other AS node, (CAST(r.links AS BIGINT) * 10000 + r.start_node) * 10000 + r.node AS pattern,
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
        AND r.links > 1
        AND r.start_node <= r.node
        AND v.puzzle_id = r.puzzle_id
        AND v.node = r.start_node
        AND v.other % 1000 < 100
        AND w.puzzle_id = r.puzzle_id
        AND w.node = r.node
        AND w.other = v.other
),
judged AS (
    SELECT v.puzzle_id, v.node, v.pattern, v.closed, v.open, COUNT(*) OVER (PARTITION BY v.puzzle_id, v.pattern) AS victims
    FROM victim AS v
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT j.puzzle_id, p.technique, 0, j.node % 1000, j.node / 1000, MIN(j.pattern)
FROM judged AS j
CROSS JOIN pass AS p
WHERE p.puzzle_id = j.puzzle_id
    AND (
        p.technique = 'grouped_nice_loop' AND (j.closed = 1 OR j.victims = 1)
        OR p.technique = 'grouped_aic' AND j.open = 1
    )
GROUP BY j.puzzle_id, p.technique, j.node;

-- @shared chain_evidence
INSERT INTO run_chain_evidence DEFAULT VALUES;
