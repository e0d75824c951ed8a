-- @title What does the grid look like after a step?
-- @idea Nine columns, each with the digit of a filled cell or the candidates of an open one. Step 0 is the puzzle
--   before the first step.
-- @parameter puzzle_id 1 number of the puzzle
-- @parameter step 0 number of the step

SELECT g.row_no, g.c1, g.c2, g.c3, g.c4, g.c5, g.c6, g.c7, g.c8, g.c9
FROM grid_at AS g
WHERE g.puzzle_id = :puzzle_id AND g.step = :step
ORDER BY g.row_no;
