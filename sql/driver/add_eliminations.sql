-- Adds the eliminations of hypotheses. It runs after apply.sql, which counts the step.

INSERT INTO work_elimination (puzzle_id, cell, digit, step, rule)
SELECT d.puzzle_id, d.cell, d.digit, w.step, d.technique
FROM deduction AS d
CROSS JOIN work_puzzle AS w
WHERE w.puzzle_id = d.puzzle_id;
