-- The candidates that a step eliminated.
SELECT e.puzzle_id, e.step, e.cell, e.digit, e.rule, e.pattern
FROM elimination AS e
WHERE e.puzzle_id = :puzzle_id AND e.step = :step
ORDER BY e.cell, e.digit
