-- The parts of the patterns in deduction, up to the rounds that they need. A pattern of a set begins with the cell, or with the unit
-- and the digit, or with the digits and the twelve cells of a tridagon, which are there already and end in the ordinal 1012. Then every hypothesis follows, with the assumption, what follows from it round by round, and the contradiction
-- if it ends in one. The pattern of a single refuted candidate ends in its cell and its digit, with no unit.
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
WITH found AS (
    SELECT DISTINCT d.puzzle_id, d.technique, d.pattern, d.pattern / 10000000000000 AS rounds,
        d.pattern / 1000 % 1000000 AS unit_no, d.pattern / 10 % 100 AS cell, d.pattern % 10 AS digit
    FROM deduction AS d
    WHERE d.technique IN (SELECT n.name FROM technique AS n WHERE n.family = 'forcing')
),
member AS (
    SELECT f.puzzle_id, f.technique, f.pattern, f.rounds, s.hypothesis
    FROM found AS f
    CROSS JOIN forcing_pattern AS s
    WHERE s.puzzle_id = f.puzzle_id AND s.pattern = f.pattern % 1000000000
    UNION ALL
    SELECT f.puzzle_id, f.technique, f.pattern, f.rounds, h.puzzle_id
    FROM found AS f
    CROSS JOIN hypothesis AS h
    WHERE f.unit_no = 0 AND h.parent = f.puzzle_id AND h.cell = f.cell AND h.digit = f.digit AND h.outcome = 'invalid'
),
part AS (
    SELECT f.puzzle_id, f.technique, f.pattern, 0 AS place, 0 AS step, CASE WHEN f.unit_no = 0 THEN 'cell' ELSE 'base' END AS role,
        f.cell, f.digit, f.unit_no
    FROM found AS f
    WHERE (f.unit_no > 0 OR f.digit = 0) AND f.technique <> 'forcing_tridagon'
    UNION ALL
    SELECT m.puzzle_id, m.technique, m.pattern, h.cell * 10 + h.digit,
        c.step * 2 + CASE c.role WHEN 'contradiction' THEN 1 ELSE 0 END, c.role, c.cell, c.digit, c.unit_no
    FROM member AS m
    CROSS JOIN hypothesis AS h
    CROSS JOIN consequence AS c
    WHERE h.puzzle_id = m.hypothesis AND c.puzzle_id = m.hypothesis AND c.step <= m.rounds
)
SELECT puzzle_id, technique, pattern,
    ROW_NUMBER() OVER (PARTITION BY puzzle_id, technique, pattern ORDER BY place, step, cell, digit)
        + CASE technique WHEN 'forcing_tridagon' THEN 1012 ELSE 0 END,
    role, NULLIF(cell, 0), NULLIF(digit, 0), NULLIF(unit_no, 0)
FROM part;
