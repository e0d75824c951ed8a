-- @technique naked_single | Naked Single | tier 20 | easy | weight 4 | places | library 0003
-- @family singles
-- @alias Sole Candidate, Forced Digit
-- @idea An open cell has one candidate left. The cell must hold this digit.
-- @spot Take an open cell whose row, column and box are crowded, and count from 1 to 9 which digits you see from it.
--   If you see eight different digits, the ninth belongs there.
-- @generalizes full_house
-- @how A mask has one bit for each candidate. A mask of one bit has nothing left when 1 is subtracted and both numbers are
--   compared bit by bit, and it equals the mask of its digit in token.
-- @source Common knowledge among players, also called sole candidate.
-- @reads pass, candidate_mask, token
-- @writes deduction, one placement for each cell
-- @key cell, digit
-- @evidence single cell digit
-- @words {{cells "single"}} has one candidate left, {{digits "single"}}.
-- @words {{with seen}}{{cells "single"}} sees {{.}}.{{end}}
-- @words {{with crossed}}{{.}} {{verb . "was" "were"}} eliminated there before.{{end}}
-- @words So {{effect}}.
-- @again {{effect}}{{with crossed}} ({{.}} {{verb . "was" "were"}} eliminated before){{end}}
-- @where the candidates of {{cells "single"}}
-- @cost one look at each open cell

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT p.puzzle_id, p.technique, 1, m.cell, t.digit, m.cell * 10 + t.digit
FROM pass AS p
CROSS JOIN candidate_mask AS m
CROSS JOIN token AS t
WHERE p.technique = 'naked_single'
    AND m.puzzle_id = p.puzzle_id
    AND m.mask & (m.mask - 1) = 0
    AND t.mask = m.mask;
