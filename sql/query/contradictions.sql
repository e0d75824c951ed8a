-- @title Why do puzzles have no solution?
-- @idea The table has the first case of each puzzle, such as a cell without candidates or a unit without a place for a digit.

SELECT k.puzzle_id, k.step, k.kind, k.cell, k.unit_type, k.unit, k.digit
FROM contradiction AS k
ORDER BY k.puzzle_id;
