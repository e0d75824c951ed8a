-- The steps of a puzzle, each with the techniques that its run selected.
SELECT 'step' AS relation, k.step, k.rule, k.placements, k.eliminations, k.rounds, COALESCE(r.selection, '') AS selection
FROM step AS k
LEFT JOIN run AS r ON r.run_id = k.run_id
WHERE k.puzzle_id = ?
