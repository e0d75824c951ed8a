-- @title Where is each technique used for the first time?
-- @idea Steps are numbered within a puzzle, so the first use has the smallest puzzle_id and then the smallest step.

WITH use_of_technique AS (
    SELECT s.rule, s.puzzle_id, s.step, s.placements, s.eliminations,
        ROW_NUMBER() OVER (PARTITION BY s.rule ORDER BY s.puzzle_id, s.step) AS ordinal
    FROM step AS s
)
SELECT t.name AS technique, u.puzzle_id, u.step, u.placements, u.eliminations
FROM technique AS t
INNER JOIN use_of_technique AS u ON u.rule = t.name
WHERE u.ordinal = 1
ORDER BY t.tier;
