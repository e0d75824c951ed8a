-- Deletes the hypothetical puzzles of a depth and of greater ones. The parameter is less than their numbers and not less than
-- those of other puzzles.

DELETE FROM work_puzzle WHERE puzzle_id > ?;

DELETE FROM work_cell WHERE puzzle_id > ?;

DELETE FROM work_step WHERE puzzle_id > ?;

DELETE FROM work_elimination WHERE puzzle_id > ?;

DELETE FROM work_contradiction WHERE puzzle_id > ?;

DELETE FROM candidate_mask WHERE puzzle_id > ?;

DELETE FROM unit_state WHERE puzzle_id > ?;

DELETE FROM place_mask WHERE puzzle_id > ?;

DELETE FROM consequence WHERE puzzle_id > ?;

DELETE FROM hypothesis_loss WHERE puzzle_id > ?;

DELETE FROM forcing_pattern WHERE hypothesis > ?;

DELETE FROM hypothesis WHERE puzzle_id > ?;
