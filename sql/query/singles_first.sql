-- @title How far do the singles go?
-- @idea The number of filled cells of each puzzle before the first step that is not a single, and the technique of
--   that step.
-- @parameter most 5 how many to show

WITH first_other AS (
    SELECT s.puzzle_id, MIN(s.step) AS step
    FROM step AS s
    WHERE s.rule IN (SELECT t.name FROM technique AS t WHERE t.family <> 'singles')
    GROUP BY s.puzzle_id
)
SELECT f.puzzle_id, LENGTH(REPLACE(z.givens, '.', '')) + (
        SELECT COUNT(*)
        FROM cell AS c
        WHERE c.puzzle_id = f.puzzle_id AND c.step BETWEEN 1 AND f.step - 1
    ) AS filled, f.step AS next_step, s.rule AS next_technique
FROM first_other AS f
INNER JOIN puzzle AS z ON z.puzzle_id = f.puzzle_id
INNER JOIN step AS s ON s.puzzle_id = f.puzzle_id AND s.step = f.step
ORDER BY filled, f.puzzle_id
LIMIT :most;
