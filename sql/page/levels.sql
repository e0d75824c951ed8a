-- The levels, the easiest first.
SELECT t.level
FROM technique AS t
GROUP BY t.level
ORDER BY MIN(t.level_no)
