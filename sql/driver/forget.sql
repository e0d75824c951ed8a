-- Puzzles that are solved anew lose all steps after the ones that are kept,
-- and their candidates are written anew.

INSERT INTO work_candidate (puzzle_id, cell, digit)
SELECT c.puzzle_id, c.cell, c.digit
FROM work_puzzle AS w
CROSS JOIN candidate AS c
WHERE w.kept_step > 0 AND c.puzzle_id = w.puzzle_id;

-- Nor is anything left of what a technique file found by hand and nobody applied.
DELETE FROM main.deduction
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0);

DELETE FROM contradiction
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0);

DELETE FROM candidate
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0);

DELETE FROM elimination
WHERE EXISTS (
    SELECT 1
    FROM work_puzzle AS w
    WHERE w.puzzle_id = elimination.puzzle_id AND w.kept_step >= 0 AND elimination.step > w.kept_step
)
    AND puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0);

DELETE FROM cell
WHERE EXISTS (
    SELECT 1
    FROM work_puzzle AS w
    WHERE w.puzzle_id = cell.puzzle_id AND w.kept_step >= 0 AND cell.step > w.kept_step
)
    AND puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0);

DELETE FROM step
WHERE EXISTS (
    SELECT 1
    FROM work_puzzle AS w
    WHERE w.puzzle_id = step.puzzle_id AND w.kept_step >= 0 AND step.step > w.kept_step
)
    AND puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0);
