-- @title Where is each technique used for the first time?
-- @idea Steps are numbered within a puzzle, so the first use has the smallest puzzle_id and then the smallest step.
--   The counts of the puzzles name the first puzzle, so that few steps are read. If the run stored no steps of it, the
--   statement takes the next puzzle that has steps of the technique.

WITH counted_use AS (
    SELECT p.technique, MIN(p.puzzle_id) AS puzzle_id
    FROM puzzle_technique AS p
    GROUP BY p.technique
),
counted_step AS (
    SELECT u.technique, s.puzzle_id, MIN(s.step) AS step
    FROM counted_use AS u
    CROSS JOIN step AS s
    WHERE s.puzzle_id = u.puzzle_id AND s.rule = u.technique
    GROUP BY u.technique, s.puzzle_id
),
later_puzzle AS (
    SELECT u.technique, MIN(s.puzzle_id) AS puzzle_id
    FROM counted_use AS u
    CROSS JOIN step AS s
    WHERE u.technique NOT IN (SELECT c.technique FROM counted_step AS c)
    AND s.puzzle_id > u.puzzle_id AND s.rule = u.technique
    GROUP BY u.technique
),
first_step AS (
    SELECT c.technique, c.puzzle_id, c.step
    FROM counted_step AS c
    UNION ALL
    SELECT l.technique, l.puzzle_id, MIN(s.step) AS step
    FROM later_puzzle AS l
    INNER JOIN step AS s ON s.puzzle_id = l.puzzle_id AND s.rule = l.technique
    GROUP BY l.technique, l.puzzle_id
)
SELECT t.name AS technique, s.puzzle_id, s.step, s.placements, s.eliminations
FROM first_step AS f
INNER JOIN technique AS t ON t.name = f.technique
INNER JOIN step AS s ON s.puzzle_id = f.puzzle_id AND s.step = f.step
ORDER BY t.tier;
