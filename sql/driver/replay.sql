-- Restarts puzzles in which a contradiction arose in passes that were not checked. This time every pass is checked.

DELETE FROM work_cell WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.status = 'suspect');

DELETE FROM work_step WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.status = 'suspect');

DELETE FROM work_elimination WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.status = 'suspect');

DELETE FROM work_evidence WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.status = 'suspect');

DELETE FROM work_contradiction WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.status = 'suspect');

DELETE FROM unit_state WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.status = 'suspect');

DELETE FROM candidate_mask WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.status = 'suspect');

UPDATE work_puzzle
SET status = 'new', checked = 1, tier = 0
WHERE status = 'suspect';
