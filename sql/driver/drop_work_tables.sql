-- The names mean the tables and views of the database again.

DROP TABLE IF EXISTS temp.work_contradiction;

DROP TABLE IF EXISTS temp.work_elimination;

DROP TABLE IF EXISTS temp.work_step;

DROP TABLE IF EXISTS temp.work_cell;

DROP TABLE IF EXISTS temp.placed;

DROP TABLE IF EXISTS temp.deduction;

DROP TABLE IF EXISTS temp.place_mask;

DROP TABLE IF EXISTS temp.candidate_mask;

DROP TABLE IF EXISTS temp.unit_state;

DROP TABLE IF EXISTS temp.pass;

DROP TABLE IF EXISTS temp.work_puzzle;

DROP TABLE IF EXISTS temp.work_run;

DROP TABLE IF EXISTS temp.work_outcome;

DROP TABLE IF EXISTS temp.deduction_evidence;

DROP TABLE IF EXISTS temp.work_evidence;

DROP TABLE IF EXISTS temp.pencil_mark;

DROP TABLE IF EXISTS temp.placed_cell;

DROP TABLE IF EXISTS temp.bivalue_cell;

DROP TABLE IF EXISTS temp.conjugate_pair;

DROP TABLE IF EXISTS temp.strong_link;

DROP TABLE IF EXISTS temp.color_cell;

DROP TABLE IF EXISTS temp.color_units;

DROP TABLE IF EXISTS temp.hypothesis;

DROP TABLE IF EXISTS temp.work_branch;

DROP TABLE IF EXISTS temp.unit_cell;

DROP TABLE IF EXISTS temp.unit_third;

DROP TABLE IF EXISTS temp.almost_locked_set;

DROP TABLE IF EXISTS temp.als_digit;

DROP TABLE IF EXISTS temp.als_place;

DROP TABLE IF EXISTS temp.deduction_aside;

DROP TABLE IF EXISTS temp.finned_victim;

DROP TABLE IF EXISTS temp.fish_unit;

DROP TABLE IF EXISTS temp.chain_place;

DROP TABLE IF EXISTS temp.chain_strong;

DROP TABLE IF EXISTS temp.chain_sight;

DROP TABLE IF EXISTS temp.chain_weak;

DROP TABLE IF EXISTS temp.chain_link;

DROP TABLE IF EXISTS temp.chain_reach;

DROP TABLE IF EXISTS temp.chain_round;
