-- @technique x_chain | X-Chain | tier 364 | unfair | weight 190 | library 0701
-- @family chains
-- @alias X-Cycle, X-Cycles
-- @idea A digit has two places in a unit, so if one of them does not hold the digit, the other does. A chain goes on from
--   there, because the cells that the second place sees lose the digit, and one of them may belong to another such pair.
--   However long the chain is, the digit is at one of its ends at least. Every cell that sees both ends loses it.
-- @spot Pick a digit and mark every unit where it has just two places. Walk from one such pair to the next through
--   places that see each other, and look for a candidate that sees both ends of the walk.
-- @generalizes x_wing skyscraper two_string_kite turbot_fish simple_colors multi_colors
-- @how A node is a digit in a cell, digit * 1000 + cell. chain_strong has the strong links. Each row of chain_link leads
--   from a node that holds to the next node that then holds, over a weak link and a strong one. shared/reach_chains.sql
--   fills chain_reach with the nodes that chains from each start reach, and shared/chain_evidence.sql makes the parts of
--   the chains.
-- @source Common knowledge among players. A chain has two or more strong links, because a chain of one is locked
--   candidates. If it returns to its start, the digit is there.
-- @reads pass, place_mask, strong_link, pencil_mark, peer, common_peer, location, token, chain_unit, chain_cell,
--   far_peer, chain_set, chain_sight, chain_strong, chain_link, chain_reach, chain_shape, chain_walk, pattern_field,
--   deduction, deduction_evidence
-- @writes deduction, deduction_evidence, chain_strong, chain_link, chain_reach, chain_shape, chain_walk
-- @key number 100 links, node start, node end
-- @note An end is digit * 1000 + cell, the smaller end first. The links are the strong ones.
-- @words {{if closes}}{{chain}}{{else}}The chain uses only the {{digits "start"}}, which has two places {{paired}}.
--   {{line}}If {{cells "start"}} is not {{digits "start"}}, then {{turns}}.
--   {{line}}{{one_holds (cells "start" "end") (digits "end")}}{{end}}
-- @cost all pairs of nodes that a chain connects, times the strong links of each node

DELETE FROM chain_strong;

INSERT INTO chain_strong (puzzle_id, node, other, unit_no)
SELECT s.puzzle_id, s.digit * 1000 + s.cell, s.digit * 1000 + s.other, MIN(s.unit_no)
FROM pass AS p
CROSS JOIN strong_link AS s
WHERE p.technique = 'x_chain' AND s.puzzle_id = p.puzzle_id
GROUP BY s.puzzle_id, s.digit, s.cell, s.other;

DELETE FROM chain_link;

-- Two links at once. node holds the digit, so off_node does not, so next_node does.
INSERT INTO chain_link (puzzle_id, node, next_node, off_node)
SELECT a.puzzle_id, a.node, b.other, MIN(b.node)
FROM (SELECT DISTINCT s.puzzle_id, s.node FROM chain_strong AS s) AS a
CROSS JOIN peer AS q
CROSS JOIN chain_strong AS b
WHERE q.cell = a.node % 1000
    AND b.puzzle_id = a.puzzle_id
    AND b.node = a.node / 1000 * 1000 + q.peer
    AND b.other <> a.node
GROUP BY a.puzzle_id, a.node, b.other;

-- @shared reach_chains
INSERT INTO run_reach_chains DEFAULT VALUES;

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

-- @shared chain_evidence
INSERT INTO run_chain_evidence DEFAULT VALUES;
