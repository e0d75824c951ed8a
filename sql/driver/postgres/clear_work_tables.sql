-- Nothing of the last chunk stays.

TRUNCATE temp.work_contradiction, temp.work_elimination, temp.work_step, temp.work_cell, temp.deduction,
    temp.place_mask, temp.candidate_mask, temp.unit_state, temp.pass, temp.work_puzzle, temp.work_run, temp.work_outcome,
    temp.deduction_evidence, temp.work_evidence, temp.pencil_mark, temp.placed_cell, temp.bivalue_cell, temp.conjugate_pair, temp.strong_link,
    temp.color_cell, temp.color_units, temp.hypothesis, temp.work_branch,
    temp.unit_cell, temp.unit_third, temp.almost_locked_set, temp.als_digit, temp.als_place, temp.deduction_aside, temp.finned_victim, temp.fish_unit,
    temp.chain_place, temp.chain_strong, temp.chain_sight, temp.chain_weak, temp.chain_link, temp.chain_reach, temp.chain_round;
