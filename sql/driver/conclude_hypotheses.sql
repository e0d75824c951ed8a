-- Marks the hypotheses of a depth that ended in a contradiction. All others are at their fixed point. The parameter is less
-- than their numbers.

UPDATE hypothesis
SET outcome = 'invalid'
WHERE outcome = 'open' AND puzzle_id > ? AND puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.status = 'invalid');
