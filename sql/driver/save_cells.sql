-- The placements. The parameter is 1 when their patterns are kept, else 0.

INSERT INTO cell (puzzle_id, cell, digit, step, rule, pattern)
SELECT c.puzzle_id, c.cell, c.digit, c.step, c.rule, c.pattern * ?
FROM work_puzzle AS w
CROSS JOIN work_cell AS c
WHERE c.puzzle_id = w.puzzle_id AND c.step > w.kept_step
ORDER BY c.puzzle_id, c.cell;
