-- @title How many deductions does a step of each technique have?
-- @idea Deductions of a step, on average and at most. A step applies everything that the technique proves at once.

SELECT t.name AS technique, COUNT(*) AS steps, SUM(s.placements + s.eliminations) AS deductions,
    ROUND(1.0 * SUM(s.placements + s.eliminations) / COUNT(*), 1) AS a_step, MAX(s.placements + s.eliminations) AS best
FROM step AS s
INNER JOIN technique AS t ON t.name = s.rule
GROUP BY t.name, t.tier
ORDER BY t.tier;
