-- @title How many puzzles has each band?
-- @idea The smallest isomorph of a solution begins with one of 416 bands, which are numbered in the order of their text.
--   solve --properties fills the table.

SELECT p.band, SUBSTR(MIN(p.solution_form), 1, 27) AS digits, COUNT(*) AS puzzles
FROM puzzle_property AS p
WHERE p.band IS NOT NULL
GROUP BY p.band
ORDER BY p.band;
