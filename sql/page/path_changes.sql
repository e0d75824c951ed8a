-- The digits and candidates of which the path of a puzzle is made, and where it ends. A contradiction has its kind as rule
-- and the number of its unit as pattern.
SELECT 'cell' AS relation, c.step, c.cell, c.digit, c.rule, c.pattern
FROM cell AS c
WHERE c.puzzle_id = ?
UNION ALL
SELECT 'elimination' AS relation, e.step, e.cell, e.digit, e.rule, e.pattern
FROM elimination AS e
WHERE e.puzzle_id = ?
UNION ALL
SELECT 'candidate' AS relation, 0 AS step, a.cell, a.digit, '' AS rule, 0 AS pattern
FROM candidate AS a
WHERE a.puzzle_id = ?
UNION ALL
SELECT 'contradiction' AS relation, k.step, k.cell, k.digit, k.kind AS rule, u.unit_no AS pattern
FROM contradiction AS k
LEFT JOIN unit_number AS u ON u.unit_type = k.unit_type AND u.unit = k.unit
WHERE k.puzzle_id = ?
