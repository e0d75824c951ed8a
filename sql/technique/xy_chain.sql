-- @technique xy_chain | XY-Chain | tier 366 | unfair | weight 195 | library 0702
-- @family chains
-- @idea A chain runs from cell to cell, each with two candidates, and each cell shares a digit with the next cell, which it
--   sees. If the first cell does not hold a digit Z, it holds its other candidate, which the next cell loses, and so on.
--   The chain ends in a cell that must then hold Z. So one end at least holds Z, and every cell that sees both ends loses
--   it.
-- @spot Walk over cells with two candidates, each of which sees the one before and has a digit in common with it. If
--   the digit that you left behind in the first cell is left over in the last one, look for its candidates that see
--   both ends.
-- @generalizes remote_pair xy_wing
-- @how A node is a digit in a cell, digit * 1000 + cell. Each row of chain_link leads from a node that holds to the other
--   candidate of a cell that it sees. shared/reach_chains.sql fills chain_reach with the nodes that chains from each start
--   reach, and shared/chain_evidence.sql makes the parts of the chains.
-- @source Common knowledge among players. If a chain returns to its first cell, that cell has the digit.
-- @reads pass, place_mask, bivalue_cell, pencil_mark, peer, common_peer, location, token, chain_unit, chain_cell,
--   far_peer, chain_set, chain_sight, chain_strong, chain_link, chain_reach, chain_shape, chain_walk, pattern_field,
--   deduction, deduction_evidence
-- @writes deduction, deduction_evidence, chain_strong, chain_link, chain_reach, chain_shape, chain_walk
-- @key number 100 cells, node start, node end
-- @note An end is digit * 1000 + cell, the smaller end first.
-- @words {{if closes}}{{chain}}{{else}}All cells of the chain have two candidates, and each sees the next, with which it has a
--   digit in common{{namely (shown "strong")}}.
--   {{line}}If {{cells "start"}} is not {{digits "start"}}, then {{turns}}.
--   {{line}}{{one_holds (cells "start" "end") (digits "end")}}{{end}}
-- @cost all pairs of nodes that a chain connects, times the cells with two candidates that see each node

DELETE FROM chain_strong;

INSERT INTO chain_strong (puzzle_id, node, other, unit_no)
SELECT b.puzzle_id, b.digit * 1000 + b.cell, b.other_digit * 1000 + b.cell, 0
FROM pass AS p
CROSS JOIN bivalue_cell AS b
WHERE p.technique = 'xy_chain' AND b.puzzle_id = p.puzzle_id;

DELETE FROM chain_link;

-- Two links at once. node holds, so off_node does not, so next_node in the same cell does.
INSERT INTO chain_link (puzzle_id, node, next_node, off_node)
SELECT a.puzzle_id, a.node, b.other, b.node
FROM chain_strong AS a
CROSS JOIN peer AS q
CROSS JOIN chain_strong AS b
WHERE q.cell = a.node % 1000 AND b.puzzle_id = a.puzzle_id AND b.node = a.node / 1000 * 1000 + q.peer;

-- @shared reach_chains
INSERT INTO run_reach_chains DEFAULT VALUES;

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

-- @shared chain_evidence
INSERT INTO run_chain_evidence DEFAULT VALUES;
