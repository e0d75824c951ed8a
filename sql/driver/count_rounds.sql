-- Says how many rounds of hypotheses prove the steps that a technique of forcing has just made. The key of a pattern begins with
-- them.

UPDATE work_step
SET rounds = x.rounds
FROM (
    SELECT d.puzzle_id, w.step, MIN(d.pattern) / 10000000000000 AS rounds
    FROM deduction AS d
    CROSS JOIN work_puzzle AS w
    WHERE w.puzzle_id = d.puzzle_id
    GROUP BY d.puzzle_id, w.step
) AS x
WHERE work_step.puzzle_id = x.puzzle_id AND work_step.step = x.step;
