-- Joins each weak link of chain_weak to the strong links of chain_strong after it.
DELETE FROM chain_link;

-- Two links at once. node holds, so off_node does not, so next_node does. A link without a set is preferred, then one with the smallest.
INSERT INTO chain_link (puzzle_id, node, next_node, off_node, set_no, weight)
SELECT w.puzzle_id, w.node, s.other, MIN(w.set_no * 10000 + w.other) % 10000, MIN(w.set_no * 10000 + w.other) / 10000, 1 + MIN(w.cells)
FROM chain_weak AS w
CROSS JOIN chain_strong AS s
WHERE s.puzzle_id = w.puzzle_id AND s.node = w.other AND s.other <> w.node
GROUP BY w.puzzle_id, w.node, s.other;
