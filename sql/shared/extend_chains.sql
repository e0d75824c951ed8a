-- Adds a strong link to the longest chains. The driver repeats the statement until it adds no row, which is when no chain reaches a
-- new node. In a shell the trigger of run_reach_chains repeats it.
INSERT INTO chain_reach (puzzle_id, start_node, node, links, previous)
SELECT r.puzzle_id, r.start_node, l.next_node, MIN(r.links) + 1, MIN(r.node)
FROM chain_reach AS r
CROSS JOIN chain_link AS l
WHERE r.links = (SELECT MAX(m.links) FROM chain_reach AS m)
    AND l.puzzle_id = r.puzzle_id
    AND l.node = r.node
    AND NOT EXISTS (
        SELECT 1
        FROM chain_reach AS o
        WHERE o.puzzle_id = r.puzzle_id AND o.start_node = r.start_node AND o.node = l.next_node
    )
GROUP BY r.puzzle_id, r.start_node, l.next_node;
