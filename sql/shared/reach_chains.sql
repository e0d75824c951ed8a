-- Makes all chains of the links in chain_strong and chain_link, the shortest first.
DELETE FROM chain_reach;

-- If start_node does not hold, node does. previous is the node before it on a shortest chain, the smallest such node.
INSERT INTO chain_reach (puzzle_id, start_node, node, links, previous)
SELECT s.puzzle_id, s.node, s.other, 1, 0
FROM chain_strong AS s;

-- @repeat extend_chains
