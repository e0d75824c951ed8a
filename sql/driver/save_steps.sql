-- Saves the steps, for audit levels full and steps.

-- @into step puzzle_id, step, rule, placements, eliminations, rounds, run_id
SELECT s.puzzle_id, s.step, s.rule, s.placements, s.eliminations, s.rounds, r.run_id
FROM work_puzzle AS w
CROSS JOIN work_run AS r
CROSS JOIN work_step AS s
WHERE s.puzzle_id = w.puzzle_id AND s.step > w.kept_step
ORDER BY s.puzzle_id, s.step;
