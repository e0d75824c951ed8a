-- All chains of chain_strong and chain_link, the shortest first.
DELETE FROM chain_reach;

-- If start_node does not hold, node does. Of the nodes before it on shortest chains previous is the smallest.
INSERT INTO chain_reach (puzzle_id, start_node, node, links, previous)
SELECT s.puzzle_id, s.node, s.other, 1, 0
FROM chain_strong AS s;

-- @repeat extend_chains
