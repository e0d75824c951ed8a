-- @title How far do the singles go?
-- @idea The number of filled cells of each puzzle before the first step that is not a single, and the technique of
--   that step.
-- @parameter most 5 how many to show

WITH first_other AS (
    SELECT s.puzzle_id, MIN(s.step) AS step
    FROM step AS s
    INNER JOIN technique AS t ON t.name = s.rule
    WHERE t.family <> 'singles'
    GROUP BY s.puzzle_id
)
SELECT f.puzzle_id, COUNT(*) AS filled, f.step AS next_step, s.rule AS next_technique
FROM first_other AS f
INNER JOIN step AS s ON s.puzzle_id = f.puzzle_id AND s.step = f.step
INNER JOIN cell AS c ON c.puzzle_id = f.puzzle_id AND c.step < f.step
GROUP BY f.puzzle_id, f.step, s.rule
ORDER BY filled, f.puzzle_id
LIMIT :most;
