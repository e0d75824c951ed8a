-- @technique forcing_verity | Forcing by verity | tier 590 | extreme | weight 800 | library 1302 1304
-- @family forcing
-- @idea One of the candidates of a cell is true. Assume each of them in turn, and place naked and hidden singles until there
--   are no more. A candidate that disappears whichever of them is true was false from the start, and a digit that is placed
--   whichever is true belongs there. An assumption that ends in a contradiction is wrong, so it does not count. The same holds
--   for the places of a digit in a row, a column or a box, one of which is right.
-- @how The first statement makes one hypothetical puzzle for every candidate of every puzzle. @settle makes the solver run the
--   statements of the singles over all of them at once, until nothing changes. Then every hypothesis belongs to four sets, the
--   candidates of its cell and the places of its digit in three units. A candidate that COUNT(*) hypotheses of a set lose goes
--   if the set has no more hypotheses. MIN picks the set with the fewest hypotheses, and then the one with the fewest placements.
-- @source Common knowledge among players, who call it forcing chains and forcing nets.
-- @reads pass, pencil_mark, hypothesis, consequence, candidate_mask, location, token, deduction
-- @writes hypothesis, one assumption for each candidate. deduction, one elimination for each cell and digit, and
--   deduction_evidence
-- @key number 10 hypotheses, number 1000 placements, number 28 unit, cell, digit
-- @note Of the cell, the unit and the digit, those are 0 that the pattern does not have. A refuted candidate has its cell and
--   its digit, the candidates of a cell have the cell, and the places of a digit in a unit have the unit and the digit.
--   hypotheses counts the assumptions. placements counts what follows from those of them that do not end in a contradiction.
-- @words {{trial}}
-- @where what follows from each {{if has "base"}}place of {{digits "base"}} in {{units "base"}}{{else}}candidate of {{cells "cell"}}{{end}}
-- @cost one puzzle solved by singles for every candidate

INSERT INTO hypothesis (puzzle_id, origin, parent, depth, cell, digit)
SELECT 1000000000000 + ROW_NUMBER() OVER (ORDER BY m.puzzle_id, m.cell, m.digit), m.puzzle_id, m.puzzle_id, 1, m.cell, m.digit
FROM pass AS p
CROSS JOIN pencil_mark AS m
WHERE p.technique = 'forcing_verity' AND m.puzzle_id = p.puzzle_id;
