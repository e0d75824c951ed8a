-- Deletes what the database has of puzzles that are solved again, namely all steps after the kept ones, the candidates,
-- which are written again, what was needed, and deductions that a technique file found by hand and nobody applied.

DELETE FROM main.deduction
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0);

DELETE FROM main.deduction_evidence
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0);

DELETE FROM branch
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0);

DELETE FROM needed
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0);

DELETE FROM contradiction
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0);

DELETE FROM candidate
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0);

DELETE FROM elimination
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0)
    AND step > (SELECT w.kept_step FROM work_puzzle AS w WHERE w.puzzle_id = elimination.puzzle_id);

DELETE FROM cell
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0)
    AND step > (SELECT w.kept_step FROM work_puzzle AS w WHERE w.puzzle_id = cell.puzzle_id);

DELETE FROM step
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0)
    AND step > (SELECT w.kept_step FROM work_puzzle AS w WHERE w.puzzle_id = step.puzzle_id);

DELETE FROM attempt
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0)
    AND first_step > (SELECT w.kept_step FROM work_puzzle AS w WHERE w.puzzle_id = attempt.puzzle_id);

DELETE FROM stored_evidence
WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.kept_step >= 0)
    AND step > (SELECT w.kept_step FROM work_puzzle AS w WHERE w.puzzle_id = stored_evidence.puzzle_id);
