-- The cells that a step filled.
SELECT c.puzzle_id, c.cell, c.digit, c.step, c.rule, c.pattern
FROM cell AS c
WHERE c.puzzle_id = :puzzle_id AND c.step = :step
ORDER BY c.cell
