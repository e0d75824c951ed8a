-- Stops the hypotheses of a puzzle that have made more rounds than another one that is a contradiction, if all candidates of its cell
-- are assumed: then the contradiction proves something, by itself or with the others of the cell. A pass takes only what the
-- fewest rounds prove, so they need no more. After as many rounds a hypothesis goes on if it waits for the singles, which may exclude
-- each other. The parameters are a number below those of the hypotheses, and the tier of the singles.

UPDATE work_puzzle
SET status = 'stuck', tier = 0
WHERE status = 'new' AND puzzle_id IN (
    SELECT h.puzzle_id
    FROM work_contradiction AS k
    CROSS JOIN hypothesis AS o
    CROSS JOIN hypothesis AS h
    CROSS JOIN work_puzzle AS w
    WHERE k.puzzle_id > ?
        AND o.puzzle_id = k.puzzle_id
        AND (SELECT m.mask % 15 FROM candidate_mask AS m WHERE m.puzzle_id = o.parent AND m.cell = o.cell)
            = (SELECT COUNT(*) FROM hypothesis AS s WHERE s.parent = o.parent AND s.cell = o.cell)
        AND h.parent = o.parent
        AND h.rounds >= o.rounds
        AND w.puzzle_id = h.puzzle_id
        AND (h.rounds > o.rounds OR w.tier > ?)
);
