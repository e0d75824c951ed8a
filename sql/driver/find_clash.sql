-- Finds placements of a pass that contradict each other, in hypotheses.

INSERT INTO work_contradiction (puzzle_id, severity, place, cell)
SELECT d.puzzle_id, 3, d.cell, d.cell
FROM deduction AS d
WHERE d.placement = 1
GROUP BY d.puzzle_id, d.cell
HAVING COUNT(*) > 1;

INSERT INTO work_contradiction (puzzle_id, severity, place, unit_no, digit)
SELECT d.puzzle_id, 4, l.unit_no * 10 + d.digit, l.unit_no, d.digit
FROM deduction AS d
CROSS JOIN location AS l
WHERE d.placement = 1 AND l.cell = d.cell
GROUP BY d.puzzle_id, l.unit_no, d.digit
HAVING COUNT(*) > 1;

-- The same digit in two cells that see each other without a unit. The smaller cell names the pair.
INSERT INTO work_contradiction (puzzle_id, severity, place, cell, digit)
SELECT DISTINCT d.puzzle_id, 4, 10000 + d.cell * 10 + d.digit, d.cell, d.digit
FROM deduction AS d
CROSS JOIN far_peer AS f
CROSS JOIN deduction AS o
WHERE d.placement = 1
    AND f.cell = d.cell
    AND f.peer > d.cell
    AND o.puzzle_id = d.puzzle_id
    AND o.cell = f.peer
    AND o.digit = d.digit
    AND o.placement = 1
    AND NOT EXISTS (
        SELECT 1
        FROM location AS l
        CROSS JOIN location AS k
        WHERE l.cell = d.cell AND k.unit_no = l.unit_no AND k.cell = o.cell
    );

DELETE FROM deduction
WHERE puzzle_id IN (SELECT k.puzzle_id FROM work_contradiction AS k);
