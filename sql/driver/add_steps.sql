-- Adds the steps of hypotheses in which a pass has found something. It runs after apply.sql, which counts the step. The steps of a real
-- puzzle go into its record.

INSERT INTO work_step (puzzle_id, step)
SELECT d.puzzle_id, MIN(w.step)
FROM deduction AS d
CROSS JOIN work_puzzle AS w
WHERE w.puzzle_id = d.puzzle_id
GROUP BY d.puzzle_id;
