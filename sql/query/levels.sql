-- @title How many puzzles does each level have?
-- @idea The level of a puzzle is the level of its hardest technique.

SELECT COALESCE(z.level, z.status) AS level, COUNT(*) AS puzzles, MIN(z.score) AS least, MAX(z.score) AS greatest
FROM puzzle AS z
GROUP BY COALESCE(z.level, z.status)
ORDER BY MIN(z.score), level;
