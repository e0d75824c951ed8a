-- @technique forcing_verity | Forcing by verity | tier 590 | extreme | weight 800 | library 1302 1304
-- @family forcing
-- @alias Cell Forcing Chain, Unit Forcing Chain, Region Forcing Chain
-- @idea One of the candidates of a cell is true. Assume each of them in turn, and place naked and hidden singles until there
--   are no more. A candidate that disappears whichever of them is true was false from the start, and a digit that is placed
--   whichever is true belongs there. An assumption that ends in a contradiction is wrong, so it does not count. The same holds
--   for the places of a digit in a row, a column or a box, one of which is right.
-- @spot Choose a cell with two candidates, follow each of them with singles in a color of its own, and compare. What
--   both colors place or cross out is certain.
-- @how The first statements make one hypothetical puzzle for every candidate of every puzzle. @settle makes the solver run the
--   statements of the singles over all of them at once, until nothing changes. Then every hypothesis belongs to four sets, the
--   candidates of its cell and the places of its digit in three units. A candidate that COUNT(*) hypotheses of a set lose goes
--   if the set has no more hypotheses. MIN picks the set with the fewest hypotheses, and then the one with the fewest placements.
-- @source Common knowledge among players, who call it forcing chains and forcing nets.
-- @reads pass, pencil_mark, hypothesis, consequence, candidate_mask, location, peer, token, technique, forcing_pattern,
--   hypothesis_loss, forcing_verity, deduction
-- @writes hypothesis, one assumption for each candidate. forcing_pattern, hypothesis_loss and forcing_verity. deduction, one
--   elimination for each cell and digit, and deduction_evidence
-- @key number 1000 rounds, number 10 hypotheses, number 1000 placements, number 1000000 unit, cell, digit
-- @note Of the cell, the unit and the digit, those are 0 that the pattern does not have. A refuted candidate has its cell and
--   its digit, the candidates of a cell have the cell, and the places of a digit in a unit have the unit and the digit.
--   rounds counts the rounds that prove the deduction, with the assumption as the first. hypotheses counts the assumptions.
--   placements counts what follows from those of them that do not end in a contradiction.
-- @words {{trial}}
-- @where what follows from each {{if has "base"}}place of {{digits "base"}} in {{units "base"}}{{else}}candidate of {{cells "cell"}}{{end}}
-- @cost one puzzle solved by singles for every candidate

-- The assumptions of an earlier run, in a shell. The puzzles of the pass may be hypotheses, which stay.
DELETE FROM hypothesis
WHERE depth > (
    SELECT COALESCE(MAX(h.depth), 0)
    FROM pass AS p
    CROSS JOIN hypothesis AS h
    WHERE p.technique = 'forcing_verity' AND h.puzzle_id = p.puzzle_id
);

-- Every candidate is assumed.
INSERT INTO hypothesis (puzzle_id, origin, parent, depth, cell, digit)
SELECT (COALESCE(h.depth, 0) + 1) * 1000000000000 + ROW_NUMBER() OVER (ORDER BY m.puzzle_id, m.cell, m.digit),
    COALESCE(h.origin, p.puzzle_id), p.puzzle_id, COALESCE(h.depth, 0) + 1, m.cell, m.digit
FROM pass AS p
CROSS JOIN pencil_mark AS m
LEFT JOIN hypothesis AS h ON h.puzzle_id = p.puzzle_id
WHERE p.technique = 'forcing_verity' AND m.puzzle_id = p.puzzle_id;

-- @settle singles

-- The candidates of a cell, and the places of a digit in a unit, are sets of hypotheses of which one is true. The first statement
-- fills forcing_pattern with the hypotheses of every set. The second one fills hypothesis_loss with the candidates that a
-- hypothesis loses, and forcing_verity with those that all hypotheses of a set lose.
-- @shared hypothesis_sets
INSERT INTO run_hypothesis_sets DEFAULT VALUES;

-- @shared hypothesis_losses
INSERT INTO run_hypothesis_losses DEFAULT VALUES;

-- A candidate goes when all hypotheses of a set lose it.
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'forcing_verity', 0, v.cell, v.digit, v.pattern
FROM pass AS p
CROSS JOIN forcing_verity AS v
WHERE p.technique = 'forcing_verity' AND v.puzzle_id = p.puzzle_id;

-- A pass takes only what the fewest rounds prove.
-- @least
DELETE FROM deduction
WHERE technique IN ('forcing_verity') AND pattern / 10000000000000 > (
    SELECT MIN(o.pattern) / 10000000000000
    FROM deduction AS o
    WHERE o.puzzle_id = deduction.puzzle_id AND o.technique = deduction.technique
);

-- @shared forcing_evidence
INSERT INTO run_forcing_evidence DEFAULT VALUES;
