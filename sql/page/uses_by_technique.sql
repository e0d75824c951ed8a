-- How much each technique is used. The condition is a join that selects a tag.
SELECT u.technique, COUNT(*) AS puzzles, SUM(u.steps) AS steps, SUM(u.deductions) AS deductions
FROM puzzle_technique AS u
-- @condition
GROUP BY u.technique
