-- Saves the parts of patterns, for audit level full.

-- @into step_evidence puzzle_id, step, pattern, ordinal, role, cell, digit, unit_no
SELECT e.puzzle_id, e.step, e.pattern, e.ordinal, e.role, e.cell, e.digit, e.unit_no
FROM work_puzzle AS w
CROSS JOIN work_evidence AS e
WHERE e.puzzle_id = w.puzzle_id AND e.step > w.kept_step
ORDER BY e.puzzle_id, e.step, e.pattern, e.ordinal;
