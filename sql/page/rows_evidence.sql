-- The parts of the patterns of a step.
SELECT e.pattern, e.ordinal, e.role, e.cell, e.digit, e.unit_type, e.unit
FROM evidence AS e
WHERE e.puzzle_id = :puzzle_id AND e.step = :step
ORDER BY e.pattern, e.ordinal
