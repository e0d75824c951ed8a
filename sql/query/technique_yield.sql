-- @title How many deductions does a step of each technique have?
-- @idea Deductions of a step, on average and at most. A step applies everything that the technique proves at once.
--   Nine of ten steps are singles. The statement counts each kind of single by itself, because SQLite sorts what it groups.

WITH rule_yield AS (
    SELECT t.name AS rule, COUNT(*) AS steps, SUM(s.placements + s.eliminations) AS deductions, MAX(s.placements + s.eliminations) AS best
    FROM technique AS t
    CROSS JOIN step AS s
    WHERE t.name IN ('full_house', 'naked_single', 'hidden_single') AND s.rule = t.name
    GROUP BY t.name
    UNION ALL
    SELECT s.rule, COUNT(*), SUM(s.placements + s.eliminations), MAX(s.placements + s.eliminations)
    FROM step AS s
    WHERE s.rule NOT IN ('full_house', 'naked_single', 'hidden_single')
    GROUP BY s.rule
)
SELECT t.name AS technique, y.steps, y.deductions, ROUND(1.0 * y.deductions / y.steps, 1) AS a_step, y.best
FROM rule_yield AS y
INNER JOIN technique AS t ON t.name = y.rule
ORDER BY t.tier;
