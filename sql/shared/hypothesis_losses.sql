-- Fills hypothesis_loss for the hypotheses of the pass, and forcing_verity for the sets in forcing_pattern.

DELETE FROM hypothesis_loss;

-- A hypothesis loses the other candidates of a cell that it fills, the digit in all peers, and what it eliminates. One that ends in a
-- contradiction is false, so it then loses every candidate.
INSERT INTO hypothesis_loss (puzzle_id, cell, digit, rounds)
WITH loss AS (
    SELECT c.puzzle_id, h.parent, c.cell, t.digit, c.step AS rounds
    FROM pass AS p
    CROSS JOIN hypothesis AS h
    CROSS JOIN consequence AS c
    CROSS JOIN token AS t
    WHERE h.parent = p.puzzle_id AND c.puzzle_id = h.puzzle_id AND c.role IN ('assume', 'place') AND t.digit <> c.digit
    UNION ALL
    SELECT c.puzzle_id, h.parent, s.peer, c.digit, c.step
    FROM pass AS p
    CROSS JOIN hypothesis AS h
    CROSS JOIN consequence AS c
    CROSS JOIN peer AS s
    WHERE h.parent = p.puzzle_id AND c.puzzle_id = h.puzzle_id AND c.role IN ('assume', 'place') AND s.cell = c.cell
    UNION ALL
    SELECT c.puzzle_id, h.parent, c.cell, c.digit, c.step
    FROM pass AS p
    CROSS JOIN hypothesis AS h
    CROSS JOIN consequence AS c
    WHERE h.parent = p.puzzle_id AND c.puzzle_id = h.puzzle_id AND c.role IN ('eliminate', 'refute')
    UNION ALL
    SELECT h.puzzle_id, h.parent, m.cell, t.digit, h.rounds
    FROM pass AS p
    CROSS JOIN hypothesis AS h
    CROSS JOIN candidate_mask AS m
    CROSS JOIN token AS t
    WHERE h.parent = p.puzzle_id AND h.outcome = 'invalid' AND m.puzzle_id = h.parent AND m.mask & t.mask <> 0
)
SELECT l.puzzle_id, l.cell, l.digit, MIN(l.rounds)
FROM loss AS l
CROSS JOIN token AS t
CROSS JOIN candidate_mask AS m
WHERE t.digit = l.digit AND m.puzzle_id = l.parent AND m.cell = l.cell AND m.mask & t.mask <> 0
GROUP BY l.puzzle_id, l.cell, l.digit;

DELETE FROM forcing_verity;

-- A candidate goes when all hypotheses of a set have lost it, after the rounds of the last one. Only the sets count that need the
-- fewest rounds.
INSERT INTO forcing_verity (puzzle_id, cell, digit, rounds, pattern)
WITH verity AS (
    SELECT f.puzzle_id, f.pattern, l.cell, l.digit, MAX(l.rounds) AS rounds
    FROM forcing_pattern AS f
    CROSS JOIN hypothesis_loss AS l
    WHERE l.puzzle_id = f.hypothesis
    GROUP BY f.puzzle_id, f.pattern, l.cell, l.digit
    HAVING COUNT(*) = MIN(f.hypotheses)
),
ranked AS (
    SELECT v.puzzle_id, v.pattern, v.cell, v.digit, v.rounds,
        MIN(v.rounds) OVER (PARTITION BY v.puzzle_id, v.cell, v.digit) AS fewest
    FROM verity AS v
),
best AS (
    SELECT r.puzzle_id, r.pattern, r.cell, r.digit, r.rounds
    FROM ranked AS r
    WHERE r.rounds = r.fewest
),
-- What was placed in the hypotheses of a set that do not end in a contradiction after so many rounds.
counted AS (
    SELECT b.puzzle_id, b.pattern, b.rounds, MIN(f.hypotheses) AS hypotheses, COUNT(c.puzzle_id) AS placements
    FROM (SELECT DISTINCT x.puzzle_id, x.pattern, x.rounds FROM best AS x) AS b
    INNER JOIN forcing_pattern AS f ON f.puzzle_id = b.puzzle_id AND f.pattern = b.pattern
    INNER JOIN hypothesis AS h ON h.puzzle_id = f.hypothesis
    LEFT JOIN consequence AS c ON c.puzzle_id = h.puzzle_id AND c.role = 'place' AND c.step <= b.rounds
        AND (h.outcome = 'open' OR h.rounds > b.rounds)
    GROUP BY b.puzzle_id, b.pattern, b.rounds
)
SELECT b.puzzle_id, b.cell, b.digit, b.rounds,
    MIN(((CAST(n.rounds AS BIGINT) * 10 + n.hypotheses) * 1000 + n.placements) * 1000000000 + n.pattern)
FROM best AS b
INNER JOIN counted AS n ON n.puzzle_id = b.puzzle_id AND n.pattern = b.pattern AND n.rounds = b.rounds
GROUP BY b.puzzle_id, b.cell, b.digit, b.rounds;
