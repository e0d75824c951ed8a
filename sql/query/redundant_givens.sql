-- @title Which givens can be removed?
-- @idea Without any one of the listed givens the puzzle still has one solution. A puzzle that is not listed is minimal, or
--   has no row in puzzle_property, which solve --properties fills.

SELECT p.puzzle_id, p.cell, c.digit
FROM property_cell AS p
INNER JOIN cell AS c ON c.puzzle_id = p.puzzle_id AND c.cell = p.cell
WHERE p.property = 'redundant'
ORDER BY p.puzzle_id, p.cell;
