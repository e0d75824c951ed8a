-- The candidates before a step in the cells of its patterns.
SELECT a.cell, a.digit
FROM candidate_at AS a
WHERE a.puzzle_id = :puzzle_id AND a.step = :step - 1
    AND a.cell IN (SELECT e.cell FROM evidence AS e WHERE e.puzzle_id = :puzzle_id AND e.step = :step)
ORDER BY a.cell, a.digit
