-- Nothing of the last chunk stays.

TRUNCATE temp.work_contradiction, temp.work_elimination, temp.work_step, temp.work_cell, temp.deduction,
    temp.place_mask, temp.candidate_mask, temp.unit_state, temp.pass, temp.work_puzzle, temp.work_run, temp.work_outcome,
    temp.deduction_evidence, temp.work_evidence, temp.pencil_mark, temp.placed_cell, temp.bivalue_cell, temp.strong_link;
