-- Saves the placements, with their patterns if the audit level keeps these.

-- @into cell puzzle_id, cell, digit, step, rule, pattern
SELECT c.puzzle_id, c.cell, c.digit, c.step, c.rule, c.pattern * r.patterns
FROM work_puzzle AS w
CROSS JOIN work_run AS r
CROSS JOIN work_cell AS c
WHERE c.puzzle_id = w.puzzle_id AND c.step > 0 AND c.step > w.kept_step
ORDER BY c.puzzle_id, c.cell;
