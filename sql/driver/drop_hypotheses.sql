-- Deletes all hypothetical puzzles.

DELETE FROM work_puzzle WHERE puzzle_id > 1000000000000;

DELETE FROM work_cell WHERE puzzle_id > 1000000000000;

DELETE FROM work_step WHERE puzzle_id > 1000000000000;

DELETE FROM work_contradiction WHERE puzzle_id > 1000000000000;

DELETE FROM candidate_mask WHERE puzzle_id > 1000000000000;

DELETE FROM unit_state WHERE puzzle_id > 1000000000000;

DELETE FROM place_mask WHERE puzzle_id > 1000000000000;

DELETE FROM hypothesis;
