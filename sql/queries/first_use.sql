-- @title Where is each technique used for the first time?
-- @idea Steps are numbered within a puzzle, so the first use has the smallest puzzle_id and then the smallest step.
--   The counts of the puzzles name the first puzzle, so that few steps are read. If the run kept no steps of it, the
--   statement takes the next puzzle that has steps of the technique.

WITH counted_use AS (
    SELECT p.technique, MIN(p.puzzle_id) AS puzzle_id
    FROM puzzle_technique AS p
    GROUP BY p.technique
),
first_puzzle AS (
    SELECT u.technique, COALESCE(
            (SELECT MAX(s.puzzle_id) FROM step AS s WHERE s.puzzle_id = u.puzzle_id AND s.rule = u.technique),
            (SELECT MIN(s.puzzle_id) FROM step AS s WHERE s.puzzle_id > u.puzzle_id AND s.rule = u.technique)
        ) AS puzzle_id
    FROM counted_use AS u
)
SELECT t.name AS technique, s.puzzle_id, s.step, s.placements, s.eliminations
FROM first_puzzle AS f
INNER JOIN technique AS t ON t.name = f.technique
INNER JOIN step AS s ON s.puzzle_id = f.puzzle_id
WHERE s.step = (SELECT MIN(o.step) FROM step AS o WHERE o.puzzle_id = f.puzzle_id AND o.rule = f.technique)
ORDER BY t.tier;
