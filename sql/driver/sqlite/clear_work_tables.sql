-- Nothing of the last chunk stays.

DELETE FROM temp.work_contradiction;

DELETE FROM temp.work_elimination;

DELETE FROM temp.work_step;

DELETE FROM temp.work_cell;

DELETE FROM temp.placed;

DELETE FROM temp.deduction;

DELETE FROM temp.place_mask;

DELETE FROM temp.candidate_mask;

DELETE FROM temp.unit_state;

DELETE FROM temp.pass;

DELETE FROM temp.work_puzzle;

DELETE FROM temp.work_run;

DELETE FROM temp.work_outcome;

DELETE FROM temp.deduction_evidence;

DELETE FROM temp.work_evidence;

DELETE FROM temp.pencil_mark;

DELETE FROM temp.placed_cell;

DELETE FROM temp.bivalue_cell;

DELETE FROM temp.conjugate_pair;

DELETE FROM temp.strong_link;

DELETE FROM temp.color_cell;

DELETE FROM temp.color_units;

DELETE FROM temp.hypothesis;

DELETE FROM temp.work_branch;

DELETE FROM temp.unit_cell;

DELETE FROM temp.unit_third;

DELETE FROM temp.almost_locked_set;

DELETE FROM temp.als_digit;

DELETE FROM temp.als_place;

DELETE FROM temp.deduction_aside;

DELETE FROM temp.finned_victim;

DELETE FROM temp.fish_unit;

DELETE FROM temp.chain_place;

DELETE FROM temp.chain_strong;

DELETE FROM temp.chain_sight;

DELETE FROM temp.chain_weak;

DELETE FROM temp.chain_link;

DELETE FROM temp.chain_reach;

DELETE FROM temp.chain_round;
