-- @title How many puzzles are there of each level?
-- @idea The level of a puzzle is that of the hardest technique it took.

SELECT COALESCE(z.level, z.status) AS level, COUNT(*) AS puzzles, MIN(z.score) AS least, MAX(z.score) AS greatest
FROM puzzle AS z
GROUP BY COALESCE(z.level, z.status)
ORDER BY MIN(z.score), level;
