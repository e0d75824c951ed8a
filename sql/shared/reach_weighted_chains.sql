-- Makes all chains of the links in chain_strong and chain_link, those of the smallest weight first. The rows of puzzle 0 count the weight
-- up to which the chains are made.
DELETE FROM chain_reach;

-- If start_node does not hold, node does. previous is the node before it on a lightest chain, the smallest such node.
INSERT INTO chain_reach (puzzle_id, start_node, node, links, previous)
SELECT s.puzzle_id, s.node, s.other, 1, 0
FROM chain_strong AS s
UNION ALL
SELECT 0, 0, 1, 1, 0;

-- @repeat extend_weighted_chains
