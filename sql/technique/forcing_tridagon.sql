-- @technique forcing_tridagon | Forcing by a Tridagon | tier 579 | extreme | weight 650
-- @family forcing
-- @alias OR-k Forcing, Tridagon with several guardians
-- @idea Three digits cannot fill twelve cells, as in tridagon, and some of these cells have further candidates, the guardians.
--   So one of the guardians is true. Assume each of them in turn, and place naked and hidden singles until there are no more. A
--   candidate that disappears whichever of them is true was false from the start. An assumption that ends in a contradiction
--   does not count.
-- @spot Look for the twelve cells of a tridagon in which two or three cells have one further candidate each. Follow each of
--   these candidates in a color of its own, and compare.
-- @how shared/tridagon_sets.sql fills tridagon_cell. Every candidate of the cells of a set with two guardians or more that is
--   not of the three digits makes one hypothetical puzzle. @settle makes the solver run the statements of the singles over all of
--   them at once. Then a set of hypotheses is compared as in forcing_verity.
-- @source D. Berthier, who calls it a tridagon OR-k relation, and the forum of the players.
-- @reads pass, combination, token, unit_cell, location, candidate_mask, tridagon_cell, hypothesis, consequence, peer,
--   technique, forcing_pattern, hypothesis_loss, forcing_verity, deduction
-- @writes tridagon_cell. hypothesis, one assumption for each guardian. forcing_pattern, hypothesis_loss and forcing_verity.
--   deduction, one elimination for each cell and digit, and deduction_evidence
-- @needs boxes
-- @key number 1000 rounds, number 10 hypotheses, number 1000 placements, digits, number 10 one, number 10 two, number 10 three,
--   number 10 four, number 10 box_one, number 10 box_four
-- @note rounds, hypotheses and placements are as in forcing_verity. The other fields are as in tridagon.
-- @evidence digit digits
-- @words {{trial}}
-- @where what follows from each further candidate of twelve cells with {{digits "digit"}}
-- @cost 54 sets of cells of a box times 84 sets of digits, then one puzzle solved by singles for every guardian

-- The assumptions of an earlier run, in a shell. The puzzles of the pass may be hypotheses, which stay.
DELETE FROM hypothesis
WHERE depth > (
    SELECT COALESCE(MAX(h.depth), 0)
    FROM pass AS p
    CROSS JOIN hypothesis AS h
    WHERE p.technique = 'forcing_tridagon' AND h.puzzle_id = p.puzzle_id
);

-- @shared tridagon_sets
INSERT INTO run_tridagon_sets DEFAULT VALUES;

-- Every guardian is assumed.
INSERT INTO hypothesis (puzzle_id, origin, parent, depth, cell, digit)
SELECT (COALESCE(h.depth, 0) + 1) * 1000000000000 + ROW_NUMBER() OVER (ORDER BY g.puzzle_id, g.cell, g.digit),
    COALESCE(h.origin, g.puzzle_id), g.puzzle_id, COALESCE(h.depth, 0) + 1, g.cell, g.digit
FROM (
    SELECT DISTINCT x.puzzle_id, x.cell, t.digit
    FROM pass AS p
    CROSS JOIN tridagon_cell AS x
    CROSS JOIN token AS t
    WHERE p.technique = 'forcing_tridagon' AND x.puzzle_id = p.puzzle_id AND x.more > 1 AND x.extra & t.mask <> 0
) AS g
LEFT JOIN hypothesis AS h ON h.puzzle_id = g.puzzle_id;

-- @settle singles

-- The guardians of a set are hypotheses of which one is true.
DELETE FROM forcing_pattern;

INSERT INTO forcing_pattern (puzzle_id, pattern, hypothesis, hypotheses)
SELECT x.puzzle_id, x.pattern, h.puzzle_id, COUNT(*) OVER (PARTITION BY x.puzzle_id, x.pattern)
FROM pass AS p
CROSS JOIN tridagon_cell AS x
CROSS JOIN token AS t
CROSS JOIN hypothesis AS h
WHERE p.technique = 'forcing_tridagon'
    AND x.puzzle_id = p.puzzle_id
    AND x.more > 1
    AND x.extra & t.mask <> 0
    AND h.parent = x.puzzle_id
    AND h.cell = x.cell
    AND h.digit = t.digit;

-- @shared hypothesis_losses
INSERT INTO run_hypothesis_losses DEFAULT VALUES;

-- A candidate goes when all hypotheses of a set lose it.
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'forcing_tridagon', 0, v.cell, v.digit, v.pattern
FROM pass AS p
CROSS JOIN forcing_verity AS v
WHERE p.technique = 'forcing_tridagon' AND v.puzzle_id = p.puzzle_id;

-- A pass takes only what the fewest rounds prove.
-- @least
DELETE FROM deduction
WHERE technique IN ('forcing_tridagon') AND pattern / 10000000000000 > (
    SELECT MIN(o.pattern) / 10000000000000
    FROM deduction AS o
    WHERE o.puzzle_id = deduction.puzzle_id AND o.technique = deduction.technique
);

-- The twelve cells, and then the hypotheses.
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT d.puzzle_id, 'forcing_tridagon', d.pattern, 1000 + ROW_NUMBER() OVER (PARTITION BY d.puzzle_id, d.pattern ORDER BY x.cell),
    'cell', x.cell, CAST(NULL AS INTEGER), CAST(NULL AS INTEGER)
FROM (SELECT DISTINCT o.puzzle_id, o.pattern FROM deduction AS o WHERE o.technique = 'forcing_tridagon') AS d
CROSS JOIN tridagon_cell AS x
WHERE x.puzzle_id = d.puzzle_id AND x.pattern = d.pattern % 1000000000;

-- @shared forcing_evidence
INSERT INTO run_forcing_evidence DEFAULT VALUES;
