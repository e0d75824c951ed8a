-- The steps, for audit levels full and steps. The parameter is the run.

INSERT INTO step (puzzle_id, step, rule, placements, eliminations, run_id)
SELECT s.puzzle_id, s.step, s.rule, s.placements, s.eliminations, ?
FROM work_puzzle AS w
CROSS JOIN work_step AS s
WHERE s.puzzle_id = w.puzzle_id AND s.step > w.kept_step
ORDER BY s.puzzle_id, s.step;
