-- The violations of a puzzle.
SELECT v.unit_type, v.unit, v.digit, v.multiplicity
FROM violation AS v
WHERE v.puzzle_id = ?
ORDER BY v.unit_type, v.unit, v.digit
