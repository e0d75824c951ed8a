-- @title Which puzzles have the most steps with a single deduction?
-- @idea A pass takes everything that the easiest useful technique proves. In these puzzles that is most often one
--   deduction, which a player has to find.
-- @parameter most 5 how many to show

SELECT s.puzzle_id, COUNT(*) AS narrow, z.steps
FROM step AS s
INNER JOIN puzzle AS z ON z.puzzle_id = s.puzzle_id
WHERE s.placements + s.eliminations = 1
GROUP BY s.puzzle_id, z.steps
ORDER BY narrow DESC, s.puzzle_id
LIMIT :most;
