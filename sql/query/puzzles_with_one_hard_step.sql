-- @title Which puzzles need exactly one step of a technique and nothing harder?
-- @idea The hardest technique is the chosen one, and it made one step. These puzzles are good for learning a
--   technique.
-- @parameter technique x_wing name of the technique
-- @parameter steps 1 how many steps of it

SELECT z.puzzle_id, z.level, z.score, MIN(s.step) AS at_step, z.steps
FROM puzzle AS z
INNER JOIN step AS s ON s.puzzle_id = z.puzzle_id AND s.rule = z.hardest
WHERE z.status = 'solved' AND z.hardest = :technique
GROUP BY z.puzzle_id, z.level, z.score, z.steps
HAVING COUNT(*) = :steps
ORDER BY z.puzzle_id;
