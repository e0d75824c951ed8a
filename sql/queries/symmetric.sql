-- @title Which puzzles are symmetric?
-- @idea The givens have point symmetry if the opposite cell of each given is a given too. Cells are row * 10 +
--   column, so the opposite cell is 110 - cell.

SELECT z.puzzle_id, LENGTH(REPLACE(z.givens, '.', '')) AS clues
FROM puzzle AS z
WHERE EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = z.puzzle_id AND c.rule = 'given')
    AND NOT EXISTS (
        SELECT 1
        FROM cell AS c
        LEFT JOIN cell AS o ON o.puzzle_id = c.puzzle_id AND o.cell = 110 - c.cell AND o.rule = 'given'
        WHERE c.puzzle_id = z.puzzle_id AND c.rule = 'given' AND o.cell IS NULL
    )
ORDER BY z.puzzle_id;
