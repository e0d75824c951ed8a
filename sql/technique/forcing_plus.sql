-- @technique forcing_plus | Forcing with intersections, subsets and fish inside | tier 600 | extreme | weight 1200
-- @family forcing
-- @idea Assume a candidate as in forcing, but follow it further. Where no naked or hidden single is left, look for
--   locked candidates, naked and hidden subsets, X-Wings, Swordfish and Jellyfish, and then for singles again. A
--   candidate that leads to a contradiction is eliminated. So is a candidate that is false whichever candidate of a
--   cell, or whichever place of a digit in a unit, is assumed.
-- @spot Assume a candidate and follow singles, and when these end, go on with pointing, pairs and small fish. Note
--   the order of your steps, because you must take all of them back.
-- @generalizes forcing forcing_verity
-- @how As in forcing_verity. Here @settle also makes the solver run the statements of the intersections, the subsets and the
--   basic fish over the hypotheses that have no single left.
-- @source Common knowledge among players. Sudoku Explainer calls the like dynamic forcing chains with more techniques inside.
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
-- @where what follows from {{if has "base"}}each place of {{digits "base"}} in {{units "base"}}{{else if has "cell"}}each
--   candidate of {{cells "cell"}}{{else}}a wrong digit in {{cells "assume"}}{{end}}
-- @cost one puzzle solved by singles, intersections, subsets and basic fish for every candidate

-- The assumptions of an earlier run, in a shell. The puzzles of the pass may be hypotheses, which stay.
DELETE FROM hypothesis
WHERE depth > (
    SELECT COALESCE(MAX(h.depth), 0)
    FROM pass AS p
    CROSS JOIN hypothesis AS h
    WHERE p.technique = 'forcing_plus' AND h.puzzle_id = p.puzzle_id
);

-- Every candidate is assumed.
INSERT INTO hypothesis (puzzle_id, origin, parent, depth, cell, digit)
SELECT (COALESCE(h.depth, 0) + 1) * 1000000000000 + ROW_NUMBER() OVER (ORDER BY m.puzzle_id, m.cell, m.digit),
    COALESCE(h.origin, p.puzzle_id), p.puzzle_id, COALESCE(h.depth, 0) + 1, m.cell, m.digit
FROM pass AS p
CROSS JOIN pencil_mark AS m
LEFT JOIN hypothesis AS h ON h.puzzle_id = p.puzzle_id
WHERE p.technique = 'forcing_plus' AND m.puzzle_id = p.puzzle_id;

-- @settle singles, intersections, subsets, basic_fish

-- The candidates of a cell, and the places of a digit in a unit, are sets of hypotheses of which one is true. The first statement
-- fills forcing_pattern with the hypotheses of every set. The second one fills hypothesis_loss with the candidates that a
-- hypothesis loses, and forcing_verity with those that all hypotheses of a set lose.
-- @shared hypothesis_sets
INSERT INTO run_hypothesis_sets DEFAULT VALUES;

-- @shared hypothesis_losses
INSERT INTO run_hypothesis_losses DEFAULT VALUES;

-- A hypothesis that ended in a contradiction refutes its candidate. A candidate goes too when all hypotheses of a set lose it.
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
WITH proof AS (
    SELECT v.puzzle_id, v.cell, v.digit, v.pattern
    FROM forcing_verity AS v
    UNION ALL
    SELECT h.parent, h.cell, h.digit, ((CAST(h.rounds AS BIGINT) * 10 + 1) * 1000 * 1000000000) + h.cell * 10 + h.digit
    FROM pass AS p
    CROSS JOIN hypothesis AS h
    WHERE p.technique = 'forcing_plus' AND h.parent = p.puzzle_id AND h.outcome = 'invalid'
)
SELECT r.puzzle_id, 'forcing_plus', 0, r.cell, r.digit, MIN(r.pattern)
FROM proof AS r
CROSS JOIN pass AS p
WHERE p.technique = 'forcing_plus' AND p.puzzle_id = r.puzzle_id
GROUP BY r.puzzle_id, r.cell, r.digit;

-- A pass takes only what the fewest rounds prove.
-- @least
DELETE FROM deduction
WHERE technique IN ('forcing_plus') AND pattern / 10000000000000 > (
    SELECT MIN(o.pattern) / 10000000000000
    FROM deduction AS o
    WHERE o.puzzle_id = deduction.puzzle_id AND o.technique = deduction.technique
);

-- @shared forcing_evidence
INSERT INTO run_forcing_evidence DEFAULT VALUES;
