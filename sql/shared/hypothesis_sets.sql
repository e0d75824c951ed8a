-- Fills forcing_pattern and hypothesis_loss for the hypotheses of the pass that are at their fixed point.

DELETE FROM forcing_pattern;

DELETE FROM hypothesis_loss;

-- The candidates of a cell are a set of hypotheses of which one is true, and so are the places of a digit in a unit. The
-- pattern of a set holds the number of hypotheses, the placements that follow from those without a contradiction, the unit,
-- the cell and the digit. A unit above 27 is written as its number less 27, with 1 for the cell.
INSERT INTO forcing_pattern (puzzle_id, pattern, hypothesis)
WITH follow_up AS (
    SELECT c.puzzle_id, COUNT(*) AS placements
    FROM consequence AS c
    CROSS JOIN hypothesis AS h
    WHERE c.role = 'place' AND h.puzzle_id = c.puzzle_id AND h.outcome = 'open'
    GROUP BY c.puzzle_id
),
assumption AS (
    SELECT h.parent, h.puzzle_id, h.cell, h.digit, COALESCE(f.placements, 0) AS placements
    FROM hypothesis AS h
    LEFT JOIN follow_up AS f ON f.puzzle_id = h.puzzle_id
    WHERE h.outcome IN ('open', 'invalid') AND h.parent IN (SELECT p.puzzle_id FROM pass AS p)
),
member AS (
    SELECT a.parent, a.puzzle_id, 0 AS unit_no, a.cell, 0 AS digit, a.placements
    FROM assumption AS a
    UNION ALL
    SELECT a.parent, a.puzzle_id, l.unit_no, 0, a.digit, a.placements
    FROM assumption AS a
    CROSS JOIN location AS l
    WHERE l.cell = a.cell
)
SELECT m.parent,
    (((COUNT(*) OVER of_set * 1000 + CAST(SUM(m.placements) OVER of_set AS BIGINT)) * 28 + m.unit_no - m.unit_no / 28 * 27) * 100
        + m.cell + m.unit_no / 28) * 10 + m.digit,
    m.puzzle_id
FROM member AS m
WINDOW of_set AS (PARTITION BY m.parent, m.unit_no, m.cell, m.digit);

-- A hypothesis that ended in a contradiction is false, so it may lose every candidate.
INSERT INTO hypothesis_loss (puzzle_id, cell, mask)
SELECT h.puzzle_id, m.cell, m.mask
FROM hypothesis AS h
CROSS JOIN candidate_mask AS m
WHERE h.outcome = 'invalid' AND h.parent IN (SELECT p.puzzle_id FROM pass AS p) AND m.puzzle_id = h.parent;

-- Any other one loses what an open cell has lost, and all candidates of a filled cell but the digit.
INSERT INTO hypothesis_loss (puzzle_id, cell, mask)
SELECT h.puzzle_id, m.cell, m.mask & ~a.mask
FROM hypothesis AS h
CROSS JOIN candidate_mask AS a
CROSS JOIN candidate_mask AS m
WHERE h.outcome = 'open'
    AND h.parent IN (SELECT p.puzzle_id FROM pass AS p)
    AND a.puzzle_id = h.puzzle_id
    AND m.puzzle_id = h.parent
    AND m.cell = a.cell
    AND m.mask <> a.mask;

INSERT INTO hypothesis_loss (puzzle_id, cell, mask)
SELECT h.puzzle_id, m.cell, m.mask & ~t.mask
FROM hypothesis AS h
CROSS JOIN consequence AS c
CROSS JOIN candidate_mask AS m
CROSS JOIN token AS t
WHERE h.outcome = 'open'
    AND h.parent IN (SELECT p.puzzle_id FROM pass AS p)
    AND c.puzzle_id = h.puzzle_id
    AND c.role IN ('assume', 'place')
    AND m.puzzle_id = h.parent
    AND m.cell = c.cell
    AND t.digit = c.digit
    AND m.mask <> t.mask;
