-- Concludes a search. If it found one solution, the whole solution is placed, from the branches that lead to it.

WITH RECURSIVE answer AS (
    SELECT h.origin, COUNT(*) AS solutions
    FROM hypothesis AS h
    WHERE h.outcome = 'solved'
    GROUP BY h.origin
),
ancestor (origin, puzzle_id) AS (
    SELECT h.origin, h.puzzle_id
    FROM answer AS a
    CROSS JOIN hypothesis AS h
    WHERE a.solutions = 1 AND h.origin = a.origin AND h.outcome = 'solved'
    UNION ALL
    SELECT n.origin, h.parent
    FROM ancestor AS n
    CROSS JOIN hypothesis AS h
    WHERE h.puzzle_id = n.puzzle_id AND h.parent <> h.origin
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT n.origin, 'search', 1, c.cell, c.digit, 0
FROM ancestor AS n
CROSS JOIN work_cell AS c
WHERE c.puzzle_id = n.puzzle_id;
