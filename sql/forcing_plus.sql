-- @technique forcing_plus | Forcing with intersections, subsets and fish inside | tier 600 | extreme | weight 1200
-- @family forcing
-- @idea Assume a candidate as in forcing, but follow it further. Where no naked or hidden single is left, look for locked
--   candidates, naked and hidden subsets, X-Wings, Swordfish and Jellyfish, and go on with the singles. A candidate that ends
--   in a contradiction goes. So does a candidate that disappears whichever candidate of a cell, or whichever place of a digit in
--   a row, a column or a box, is assumed.
-- @spot Assume a candidate and follow singles, and when these end, go on with pointing, pairs and small fish. Note
--   the order of your steps, because you must take all of them back.
-- @generalizes forcing forcing_verity
-- @how As in forcing_verity. Here @settle also makes the solver run the statements of the intersections, the subsets and the
--   basic fish over the hypotheses that have no single left.
-- @source Common knowledge among players. Sudoku Explainer calls the like dynamic forcing chains with more techniques inside.
-- @reads pass, pencil_mark, hypothesis, consequence, candidate_mask, location, token, technique, forcing_pattern,
--   hypothesis_loss, deduction
-- @writes hypothesis, one assumption for each candidate. forcing_pattern and hypothesis_loss. deduction, one elimination for
--   each cell and digit, and deduction_evidence
-- @key number 10 hypotheses, number 1000 placements, number 28 unit, cell, digit
-- @note Of the cell, the unit and the digit, those are 0 that the pattern does not have. A refuted candidate has its cell and
--   its digit, the candidates of a cell have the cell, and the places of a digit in a unit have the unit and the digit.
--   hypotheses counts the assumptions. placements counts what follows from those of them that do not end in a contradiction.
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

-- The candidates of a cell, and the places of a digit in a unit, are sets of hypotheses of which one is true. This fills
-- forcing_pattern with the hypotheses of every set, and hypothesis_loss with the candidates that a hypothesis loses.
-- @shared hypothesis_sets
INSERT INTO run_hypothesis_sets DEFAULT VALUES;

-- A hypothesis that ended in a contradiction refutes its candidate. A candidate goes too when all hypotheses of a set lose it.
-- The sum of the masks that the hypotheses of a set lose in a cell counts every digit once for each hypothesis.
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
WITH verity AS (
    SELECT f.puzzle_id, f.pattern, f.pattern / 28000000 AS hypotheses, l.cell, CAST(SUM(l.mask) AS BIGINT) AS lost
    FROM pass AS p
    CROSS JOIN forcing_pattern AS f
    CROSS JOIN hypothesis_loss AS l
    WHERE p.technique = 'forcing_plus' AND f.puzzle_id = p.puzzle_id AND l.puzzle_id = f.hypothesis
    GROUP BY f.puzzle_id, f.pattern, l.cell
    HAVING COUNT(*) = f.pattern / 28000000
),
proof AS (
    SELECT v.puzzle_id, v.cell, t.digit, v.pattern
    FROM verity AS v
    CROSS JOIN token AS t
    WHERE v.lost & t.mask * 15 = t.mask * v.hypotheses
    UNION ALL
    SELECT h.parent, h.cell, h.digit, 28000000 + h.cell * 10 + h.digit
    FROM pass AS p
    CROSS JOIN hypothesis AS h
    WHERE p.technique = 'forcing_plus' AND h.parent = p.puzzle_id AND h.outcome = 'invalid'
)
SELECT r.puzzle_id, 'forcing_plus', 0, r.cell, r.digit, MIN(r.pattern)
FROM proof AS r
GROUP BY r.puzzle_id, r.cell, r.digit;

-- @shared forcing_evidence
INSERT INTO run_forcing_evidence DEFAULT VALUES;
