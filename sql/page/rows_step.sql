-- The row of a step.
SELECT k.puzzle_id, k.step, k.rule, k.placements, k.eliminations
FROM step AS k
WHERE k.puzzle_id = :puzzle_id AND k.step = :step
