-- @title How many clues do the puzzles have?
-- @idea A clue is a given. The givens are 81 characters, so those that are not dots are the clues.

SELECT LENGTH(REPLACE(z.givens, '.', '')) AS clues, COUNT(*) AS puzzles
FROM puzzle AS z
GROUP BY LENGTH(REPLACE(z.givens, '.', ''))
ORDER BY clues;
