-- Adds the chains with the next weight, over a link of each weight from 1 to 9, and counts the weight. The driver repeats the statement
-- until it adds no row, which is when no chain is light enough for another link. In a shell the trigger of run_reach_weighted_chains repeats it.
INSERT INTO chain_reach (puzzle_id, start_node, node, links, previous)
SELECT r.puzzle_id, r.start_node, l.next_node, r.links + l.weight, MIN(r.node)
FROM token AS t
CROSS JOIN chain_reach AS r
CROSS JOIN chain_link AS l
WHERE r.links = (SELECT MAX(m.links) FROM chain_reach AS m) + 1 - t.digit
    AND l.puzzle_id = r.puzzle_id
    AND l.node = r.node
    AND l.weight = t.digit
    AND NOT EXISTS (
        SELECT 1
        FROM chain_reach AS o
        WHERE o.puzzle_id = r.puzzle_id AND o.start_node = r.start_node AND o.node = l.next_node
    )
GROUP BY r.puzzle_id, r.start_node, l.next_node, r.links + l.weight
UNION ALL
SELECT 0, 0, c.links + 1, c.links + 1, 0
FROM chain_reach AS c
WHERE c.puzzle_id = 0
    AND c.links = (SELECT MAX(m.links) FROM chain_reach AS m)
    AND EXISTS (SELECT 1 FROM chain_reach AS o WHERE o.links > c.links - 9 AND o.puzzle_id > 0);
