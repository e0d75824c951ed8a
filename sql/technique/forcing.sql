-- @technique forcing | Nishio (forcing by contradiction) | tier 580 | extreme | weight 700 | library 1301 1303
-- @family forcing
-- @idea Assume that a candidate is true and place naked and hidden singles until there are no more. If that leads to a
--   contradiction, the candidate goes. A contradiction is a cell without candidates, a digit without a place in a unit, or
--   a digit twice in a unit.
-- @spot Assume a candidate that starts several singles at once, and write the singles lightly until a unit or a cell
--   breaks. Cells with two candidates and units with two places for a digit are good starts.
-- @generalizes nice_loop aic
-- @how The first statements make one hypothetical puzzle for every candidate of every puzzle. @settle makes the solver run the
--   statements of the singles over all of them at once, until nothing changes. Then each hypothesis with a contradiction makes
--   an elimination. shared/forcing_evidence.sql lists what followed from it.
-- @source Common knowledge among players, called Nishio if one candidate is assumed at a time.
-- @reads pass, pencil_mark, hypothesis, consequence, technique, forcing_pattern, deduction
-- @writes hypothesis, one assumption for each candidate. deduction, one elimination for each of them that is refuted, and
--   deduction_evidence
-- @key number 1000 rounds, number 10 hypotheses, number 1000 placements, number 1000000 unit, cell, digit
-- @note Of the cell, the unit and the digit, those are 0 that the pattern does not have. A refuted candidate has its cell and
--   its digit, the candidates of a cell have the cell, and the places of a digit in a unit have the unit and the digit.
--   rounds counts the rounds that prove the deduction, with the assumption as the first. hypotheses counts the assumptions.
--   placements counts what follows from those of them that do not end in a contradiction.
-- @words {{trial}}
-- @where what would follow from a wrong digit in {{cells "assume"}}
-- @cost one puzzle solved by singles for every candidate

-- The assumptions of an earlier run, in a shell. The puzzles of the pass may be hypotheses, which stay.
DELETE FROM hypothesis
WHERE depth > (
    SELECT COALESCE(MAX(h.depth), 0)
    FROM pass AS p
    CROSS JOIN hypothesis AS h
    WHERE p.technique = 'forcing' AND h.puzzle_id = p.puzzle_id
);

-- Every candidate is assumed.
INSERT INTO hypothesis (puzzle_id, origin, parent, depth, cell, digit)
SELECT (COALESCE(h.depth, 0) + 1) * 1000000000000 + ROW_NUMBER() OVER (ORDER BY m.puzzle_id, m.cell, m.digit),
    COALESCE(h.origin, p.puzzle_id), p.puzzle_id, COALESCE(h.depth, 0) + 1, m.cell, m.digit
FROM pass AS p
CROSS JOIN pencil_mark AS m
LEFT JOIN hypothesis AS h ON h.puzzle_id = p.puzzle_id
WHERE p.technique = 'forcing' AND m.puzzle_id = p.puzzle_id;

-- @settle singles

-- A hypothesis that ended in a contradiction refutes its candidate.
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT h.parent, 'forcing', 0, h.cell, h.digit, ((CAST(h.rounds AS BIGINT) * 10 + 1) * 1000 * 1000000000) + h.cell * 10 + h.digit
FROM pass AS p
CROSS JOIN hypothesis AS h
WHERE p.technique = 'forcing' AND h.parent = p.puzzle_id AND h.outcome = 'invalid';

-- A pass takes only what the fewest rounds prove.
-- @least
DELETE FROM deduction
WHERE technique IN ('forcing') AND pattern / 10000000000000 > (
    SELECT MIN(o.pattern) / 10000000000000
    FROM deduction AS o
    WHERE o.puzzle_id = deduction.puzzle_id AND o.technique = deduction.technique
);

-- @shared forcing_evidence
INSERT INTO run_forcing_evidence DEFAULT VALUES;
