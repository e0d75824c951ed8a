-- @technique als_nice_loop | Nice Loop through almost locked sets | tier 533 | unfair | weight 360
-- @technique als_aic | AIC through almost locked sets | tier 536 | unfair | weight 360 | size 2
-- @family als
-- @alias als_aic | Fireworks, Firework Triple
-- @idea This is the alternating chain with groups, and with sets besides. An almost locked set has one candidate digit more
--   than cells, so it cannot lose two of its digits. It therefore links two candidates or groups weakly when one sees all
--   its places for one digit and the other all its places for another. Such a set may be inside the chain, or between an
--   end and the candidate that goes.
-- @spot als_nice_loop | Build it like a Nice Loop, and where it gets stuck, look for a group with one digit more than
--   cells. The chain goes into the group with one digit and comes out with any other.
-- @spot als_aic | Build it like an AIC, and where it gets stuck, look for two cells with three digits or three cells
--   with four. If the last candidate takes a digit from such a group, the group holds all its other digits.
-- @generalizes grouped_nice_loop grouped_aic als_chain
-- @how shared/link_groups.sql makes the nodes and links without sets. chain_sight has the nodes that see a digit of an
--   almost locked set, and joined to itself it gives the weak links through sets. shared/reach_weighted_chains.sql fills
--   chain_reach with the nodes that chains from each start reach, those with the fewest links and cells first, and
--   shared/chain_evidence.sql makes the parts of the chains.
-- @source Common knowledge among players. Sets have two or more cells, all in one unit, and a link uses one set.
-- @reads pass, place_mask, bivalue_cell, pencil_mark, als_place, location, token, chain_unit, chain_cell, far_peer,
--   chain_set, combination, chain_place, chain_strong, chain_sight, chain_weak, chain_link, chain_reach, chain_shape,
--   chain_walk, pattern_field, deduction, deduction_evidence
-- @writes deduction, deduction_evidence, chain_place, chain_strong, chain_sight, chain_weak, chain_link, chain_reach,
--   chain_shape, chain_walk
-- @key number 400 parts, node start, node end, number 15000 start_set, number 15000 end_set
-- @note The parts are the strong links and the cells of the sets. An end is digit * 1000 + place, the smaller end first. If
--   an end reaches the victim through a set, start_set or end_set is its number in chain_set, otherwise 0.
-- @words {{chain}}
-- @cost all pairs of nodes that a chain connects, times the links of each node and the sets that it sees

-- @reuse
-- @shared link_groups
INSERT INTO run_link_groups DEFAULT VALUES;

-- @reuse
DELETE FROM chain_sight;

-- What sees all places of its digit in an almost locked set.
-- @reuse
INSERT INTO chain_sight (puzzle_id, set_no, node)
SELECT DISTINCT a.puzzle_id, s.set_no, c.node
FROM (SELECT DISTINCT k.puzzle_id FROM chain_place AS k) AS p
CROSS JOIN als_place AS a
CROSS JOIN chain_set AS s
CROSS JOIN chain_place AS c
WHERE a.puzzle_id = p.puzzle_id
    AND s.group_no = a.als_no
    AND c.puzzle_id = a.puzzle_id
    AND c.digit = a.digit
    AND c.unit_no = a.unit_no
    AND c.places & a.places = 0;

-- Weak links through sets, where there is none without. The set with the smallest number links, which has the fewest cells.
-- @reuse
INSERT INTO chain_weak (puzzle_id, node, other, set_no, cells)
SELECT a.puzzle_id, a.node, b.node, MIN(a.set_no), MIN(n.size)
FROM chain_sight AS a
CROSS JOIN chain_set AS s
CROSS JOIN combination AS n
CROSS JOIN chain_sight AS b
WHERE s.set_no = a.set_no
    AND n.combination_id = s.group_no % 1000
    AND b.puzzle_id = a.puzzle_id
    AND b.set_no = a.set_no
    AND b.node / 1000 <> a.node / 1000
    AND EXISTS (SELECT 1 FROM chain_strong AS s WHERE s.puzzle_id = a.puzzle_id AND s.node = a.node)
    AND NOT EXISTS (SELECT 1 FROM chain_weak AS w WHERE w.puzzle_id = a.puzzle_id AND w.node = a.node AND w.other = b.node)
GROUP BY a.puzzle_id, a.node, b.node;

-- @reuse
-- @shared join_links
INSERT INTO run_join_links DEFAULT VALUES;

-- @reuse
-- @shared reach_weighted_chains
INSERT INTO run_reach_weighted_chains DEFAULT VALUES;

-- What is weakly linked to both ends, directly or through sets. A chain is closed when its ends are one node, or are
-- weakly linked themselves, without a set or through one of these sets. The ends of a single strong link do not count without a set,
-- because they are in the unit of that link. It is also a loop when nothing else is linked to
-- both ends in the same way. A pattern with several victims needs no look at the sets for that.
WITH victim AS (
    SELECT r.puzzle_id, r.links + v.cells + w.cells AS parts, r.start_node, r.node AS end_node, v.other AS node, v.set_no AS start_set, w.set_no AS end_set,
        CASE WHEN v.set_no = 0 AND w.set_no = 0 THEN 1 ELSE 0 END AS direct,
        CASE WHEN r.start_node = r.node OR r.links > 1 AND EXISTS (
            SELECT 1
            FROM chain_weak AS c
            WHERE c.puzzle_id = r.puzzle_id AND c.node = r.start_node AND c.other = r.node AND c.set_no = 0
        ) OR r.start_node / 1000 <> r.node / 1000 AND (
            EXISTS (SELECT 1 FROM chain_sight AS c WHERE c.puzzle_id = r.puzzle_id AND c.set_no = v.set_no AND c.node = r.node)
            OR EXISTS (SELECT 1 FROM chain_sight AS c WHERE c.puzzle_id = r.puzzle_id AND c.set_no = w.set_no AND c.node = r.start_node)
        ) THEN 1 ELSE 0 END AS closed,
        CASE WHEN r.start_node = r.node THEN 0
            WHEN v.set_no + w.set_no > 0 OR r.start_node / 1000 = v.other / 1000 OR r.node / 1000 = v.other / 1000 THEN 1
            ELSE 0 END AS open
    FROM (SELECT DISTINCT a.puzzle_id FROM pass AS a WHERE a.technique IN ('als_nice_loop', 'als_aic')) AS p
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
        AND (r.links > 1 OR v.set_no + w.set_no > 0)
),
judged AS (
    SELECT v.puzzle_id, v.node, v.direct, v.closed, v.open,
        (((CAST(v.parts AS BIGINT) * 10000 + v.start_node) * 10000 + v.end_node) * 15000 + v.start_set) * 15000 + v.end_set AS pattern,
        COUNT(*) OVER (PARTITION BY v.puzzle_id, v.start_node, v.end_node, v.start_set, v.end_set) AS victims,
        v.start_node, v.end_node, v.start_set, v.end_set
    FROM victim AS v
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT j.puzzle_id, p.technique, 0, j.node % 1000, j.node / 1000, MIN(j.pattern)
FROM judged AS j
CROSS JOIN pass AS p
WHERE p.puzzle_id = j.puzzle_id
    AND (
        p.technique = 'als_nice_loop' AND (j.closed = 1 OR j.victims = 1 AND NOT EXISTS (
            SELECT 1
            FROM chain_sight AS o
            WHERE j.direct = 0
                AND o.puzzle_id = j.puzzle_id
                AND o.set_no = CASE j.start_set WHEN 0 THEN j.end_set ELSE j.start_set END
                AND o.node <> j.node
                AND o.node % 1000 < 100
                AND o.node / 1000 <> CASE j.start_set WHEN 0 THEN j.end_node ELSE j.start_node END / 1000
                AND (
                    EXISTS (
                        SELECT 1
                        FROM chain_weak AS w
                        WHERE w.puzzle_id = j.puzzle_id
                            AND w.node = CASE j.start_set WHEN 0 THEN j.start_node ELSE j.end_node END
                            AND w.other = o.node
                            AND w.set_no = 0
                            AND (j.start_set = 0 OR j.end_set = 0)
                    )
                    OR o.node / 1000 <> j.end_node / 1000 AND EXISTS (
                        SELECT 1
                        FROM chain_sight AS w
                        WHERE w.puzzle_id = j.puzzle_id AND w.set_no = j.end_set AND w.node = o.node AND j.start_set > 0
                    )
                )
        ))
        OR p.technique = 'als_aic' AND j.open = 1
    )
GROUP BY j.puzzle_id, p.technique, j.node;

-- @shared chain_evidence
INSERT INTO run_chain_evidence DEFAULT VALUES;
