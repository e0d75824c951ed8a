-- Fills forcing_pattern for the hypotheses of the pass.

DELETE FROM forcing_pattern;

-- The candidates of a cell are a set of hypotheses of which one is true, and so are the places of a digit in a unit. A set is
-- the end of the patterns in which it is, the unit, the cell and the digit.
INSERT INTO forcing_pattern (puzzle_id, pattern, hypothesis, hypotheses)
WITH member AS (
    SELECT h.parent, h.puzzle_id, h.cell * 10 AS pattern
    FROM pass AS p
    CROSS JOIN hypothesis AS h
    WHERE h.parent = p.puzzle_id AND h.outcome IN ('open', 'invalid')
    UNION ALL
    SELECT h.parent, h.puzzle_id, l.unit_no * 1000 + h.digit
    FROM pass AS p
    CROSS JOIN hypothesis AS h
    CROSS JOIN location AS l
    WHERE h.parent = p.puzzle_id AND h.outcome IN ('open', 'invalid') AND l.cell = h.cell
)
SELECT m.parent, m.pattern, m.puzzle_id, COUNT(*) OVER (PARTITION BY m.parent, m.pattern)
FROM member AS m;
