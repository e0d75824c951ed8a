-- The row of the table pass with which the technique of a step looks at the puzzle.
SELECT k.puzzle_id, t.name AS technique, t.size
FROM step AS k
INNER JOIN technique AS t ON t.name = k.rule
WHERE k.puzzle_id = :puzzle_id AND k.step = :step
