-- Moves the parts of the patterns of a pass to work_evidence. It runs after apply.sql, which counts the step.

INSERT INTO work_evidence (puzzle_id, step, pattern, ordinal, role, cell, digit, unit_no)
SELECT e.puzzle_id, w.step, e.pattern, e.ordinal, e.role, e.cell, e.digit, e.unit_no
FROM deduction_evidence AS e
CROSS JOIN work_puzzle AS w
WHERE w.puzzle_id = e.puzzle_id;

DELETE FROM deduction_evidence;
