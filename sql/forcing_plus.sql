-- @technique forcing_plus | Forcing with intersections, subsets and fish inside | tier 600 | extreme | weight 1200
-- @family forcing
-- @idea Assume a candidate as in forcing, but follow it further. Where no naked or hidden single is left, look for locked
--   candidates, naked and hidden subsets, X-Wings, Swordfish and Jellyfish, and go on with the singles. A candidate that ends
--   in a contradiction goes. So does a candidate that disappears whichever candidate of a cell, or whichever place of a digit in
--   a row, a column or a box, is assumed.
-- @how As in forcing_verity. Here @settle also makes the solver run the statements of the intersections, the subsets and the
--   basic fish over the hypotheses that have no single left.
-- @source Common knowledge among players. Sudoku Explainer calls the like dynamic forcing chains with more techniques inside.
-- @reads pass, pencil_mark, hypothesis, consequence, candidate_mask, location, token, deduction
-- @writes hypothesis, one assumption for each candidate. deduction, one elimination for each cell and digit, and
--   deduction_evidence
-- @key number 10 hypotheses, number 1000 placements, number 28 unit, cell, digit
-- @note Of the cell, the unit and the digit, those are 0 that the pattern does not have. A refuted candidate has its cell and
--   its digit, the candidates of a cell have the cell, and the places of a digit in a unit have the unit and the digit.
--   hypotheses counts the assumptions. placements counts what follows from those of them that do not end in a contradiction.
-- @words {{trial}}
-- @where what follows from {{if has "base"}}each place of {{digits "base"}} in {{units "base"}}{{else if has "cell"}}each
--   candidate of {{cells "cell"}}{{else}}a wrong digit in {{cells "assume"}}{{end}}
-- @cost one puzzle solved by singles, intersections, subsets and basic fish for every candidate

INSERT INTO hypothesis (puzzle_id, origin, parent, depth, cell, digit)
SELECT 1000000000000 + ROW_NUMBER() OVER (ORDER BY m.puzzle_id, m.cell, m.digit), m.puzzle_id, m.puzzle_id, 1, m.cell, m.digit
FROM pass AS p
CROSS JOIN pencil_mark AS m
WHERE p.technique = 'forcing_plus' AND m.puzzle_id = p.puzzle_id;
