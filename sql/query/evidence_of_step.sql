-- @title What proves a step?
-- @idea Each pattern with its parts, enough to check it by hand.
-- @parameter puzzle_id 1 number of the puzzle
-- @parameter step 1 number of the step

SELECT v.rule, v.pattern, v.ordinal, v.role, v.cell_name, v.digit, v.unit_type, v.unit
FROM evidence AS v
WHERE v.puzzle_id = :puzzle_id AND v.step = :step
ORDER BY v.pattern, v.ordinal;
