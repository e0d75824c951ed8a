-- Concludes a search. If it found one solution, the whole solution is placed, from the branches that lead to it. If it
-- found two, the puzzle gets the status multiple and nothing is placed. If it found none, that is a contradiction without a
-- place.

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

INSERT INTO work_step (puzzle_id, step, rule, placements, eliminations)
SELECT w.puzzle_id, w.step + 1, 'search', 0, 0
FROM work_puzzle AS w
WHERE w.puzzle_id IN (SELECT h.origin FROM hypothesis AS h WHERE h.outcome = 'solved' GROUP BY h.origin HAVING COUNT(*) > 1);

UPDATE work_puzzle
SET status = 'multiple', tier = 0, step = step + 1
WHERE puzzle_id IN (SELECT h.origin FROM hypothesis AS h WHERE h.outcome = 'solved' GROUP BY h.origin HAVING COUNT(*) > 1);

INSERT INTO work_contradiction (puzzle_id, severity, place, step, kind)
SELECT w.puzzle_id, 5, 0, w.step, 'no_solution'
FROM work_puzzle AS w
WHERE w.puzzle_id IN (SELECT h.origin FROM hypothesis AS h)
    AND w.puzzle_id NOT IN (SELECT h.origin FROM hypothesis AS h WHERE h.outcome = 'solved');

UPDATE work_puzzle
SET status = 'invalid', tier = 0
WHERE puzzle_id IN (SELECT h.origin FROM hypothesis AS h)
    AND puzzle_id NOT IN (SELECT h.origin FROM hypothesis AS h WHERE h.outcome = 'solved');

-- The tree of the search. Branches are numbered within their puzzle.
INSERT INTO work_branch (puzzle_id, branch, parent, depth, cell, digit, outcome)
WITH numbered AS (
    SELECT h.puzzle_id, h.origin, h.parent, h.depth, h.cell, h.digit, h.outcome,
        ROW_NUMBER() OVER (PARTITION BY h.origin ORDER BY h.puzzle_id) AS branch
    FROM hypothesis AS h
)
SELECT n.origin, n.branch, COALESCE(p.branch, 0), n.depth, n.cell, n.digit, n.outcome
FROM numbered AS n
LEFT JOIN numbered AS p ON p.puzzle_id = n.parent;
