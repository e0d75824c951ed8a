-- Counts the rounds of the hypotheses in which a pass has found something. What forcing refutes inside of them takes the rounds of the
-- refutations, and anything else takes one.

UPDATE hypothesis
SET rounds = hypothesis.rounds + x.rounds
FROM (
    SELECT w.puzzle_id, CASE s.rounds WHEN 0 THEN 1 ELSE s.rounds END AS rounds
    FROM work_puzzle AS w
    CROSS JOIN work_step AS s
    WHERE w.puzzle_id IN (SELECT d.puzzle_id FROM deduction AS d) AND s.puzzle_id = w.puzzle_id AND s.step = w.step
) AS x
WHERE hypothesis.puzzle_id = x.puzzle_id;
