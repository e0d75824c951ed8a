-- Saves the eliminations with their patterns, for audit level full.

-- @into elimination puzzle_id, step, cell, digit, rule, pattern
SELECT e.puzzle_id, e.step, e.cell, e.digit, e.rule, e.pattern
FROM work_puzzle AS w
CROSS JOIN work_elimination AS e
WHERE e.puzzle_id = w.puzzle_id AND e.step > w.kept_step
ORDER BY e.puzzle_id, e.cell, e.digit;
