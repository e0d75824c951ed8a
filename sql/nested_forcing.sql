-- @technique nested_forcing | Forcing with forcing inside | tier 610 | extreme | weight 2500 | size 1
-- @technique nested_forcing_2 | Forcing with nested forcing inside | tier 620 | extreme | weight 5000 | size 2
-- @family forcing
-- @idea Assume a candidate as in forcing. Where no naked or hidden single is left, assume a second candidate besides. If that
--   ends in a contradiction, the second candidate goes, and the singles go on. The first candidate goes if it ends in a
--   contradiction, and so does a candidate that disappears whichever candidate of a cell, or whichever place of a digit in a
--   unit, is assumed first. Nested forcing 2 assumes a third candidate where two are not enough.
-- @how As in forcing_verity. Here @settle also makes the solver run forcing.sql over the hypotheses that have no single left, so
--   their candidates become hypotheses of hypotheses. For size 2 the statements of this file run there too, those for
--   refuted candidates, which makes one more level.
-- @source Common knowledge among players. Denis Berthier calls the contradictions trial and error of depth 2 and 3 in
--   Pattern-Based Constraint Satisfaction.
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
-- @cost one puzzle solved by singles for every candidate of every hypothesis, and for every candidate of these with size 2

INSERT INTO hypothesis (puzzle_id, origin, parent, depth, cell, digit)
SELECT 1000000000000 + ROW_NUMBER() OVER (ORDER BY m.puzzle_id, m.cell, m.digit), m.puzzle_id, m.puzzle_id, 1, m.cell, m.digit
FROM pass AS p
CROSS JOIN pencil_mark AS m
WHERE p.technique IN ('nested_forcing', 'nested_forcing_2') AND m.puzzle_id = p.puzzle_id;
