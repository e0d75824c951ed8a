-- @title How was a puzzle solved, step by step?
-- @idea One row for each step. The view history has each deduction in one line.
-- @parameter puzzle_id 1 number of the puzzle

SELECT s.step, s.rule, s.placements, s.eliminations
FROM step AS s
WHERE s.puzzle_id = :puzzle_id
ORDER BY s.step;
