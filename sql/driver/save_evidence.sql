-- Saves the parts of patterns, for audit level full. The view step_evidence takes the rows apart again.

-- @into stored_evidence puzzle_id, step, pattern, ordinal, parts
WITH part AS (
    SELECT e.puzzle_id, e.step, e.pattern, e.ordinal,
        ROW_NUMBER() OVER (PARTITION BY e.puzzle_id, e.step, e.pattern ORDER BY e.ordinal) - 1 AS earlier,
        CAST(r.role_no * 100000 + COALESCE(e.cell, 0) * 1000 + COALESCE(e.digit, 0) * 100 + COALESCE(e.unit_no, 0) AS TEXT) AS digits
    FROM work_puzzle AS w
    CROSS JOIN work_evidence AS e
    INNER JOIN role AS r ON r.role = e.role
    WHERE e.puzzle_id = w.puzzle_id AND e.step > w.kept_step
)
SELECT p.puzzle_id, p.step, p.pattern, MIN(p.ordinal), STRING_AGG(p.digits, '' ORDER BY p.ordinal)
FROM part AS p
GROUP BY p.puzzle_id, p.step, p.pattern, p.ordinal - p.earlier, p.earlier / 500
ORDER BY p.puzzle_id, p.step, p.pattern, MIN(p.ordinal);
