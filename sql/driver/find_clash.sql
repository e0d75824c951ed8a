-- Finds placements of a pass that contradict each other, in puzzles that are checked at every pass.

INSERT INTO work_contradiction (puzzle_id, severity, place, step, kind, cell)
SELECT d.puzzle_id, 3, d.cell, MIN(w.step), 'two_digits', d.cell
FROM deduction AS d
CROSS JOIN work_puzzle AS w
WHERE d.placement = 1 AND w.puzzle_id = d.puzzle_id AND w.checked = 1
GROUP BY d.puzzle_id, d.cell
HAVING COUNT(*) > 1;

INSERT INTO work_contradiction (puzzle_id, severity, place, step, kind, unit_no, digit)
SELECT d.puzzle_id, 4, l.unit_no * 10 + d.digit, MIN(w.step), 'two_places', l.unit_no, d.digit
FROM deduction AS d
CROSS JOIN work_puzzle AS w
CROSS JOIN location AS l
WHERE d.placement = 1 AND w.puzzle_id = d.puzzle_id AND w.checked = 1 AND l.cell = d.cell
GROUP BY d.puzzle_id, l.unit_no, d.digit
HAVING COUNT(*) > 1;

DELETE FROM deduction
WHERE puzzle_id IN (SELECT k.puzzle_id FROM work_contradiction AS k);
