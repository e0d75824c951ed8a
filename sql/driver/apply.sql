-- Each puzzle in which the pass found something gets a step.

INSERT INTO work_step (puzzle_id, step, rule, placements, eliminations)
SELECT d.puzzle_id, MIN(w.step) + 1, MIN(d.technique), SUM(d.placement), COUNT(*) - SUM(d.placement)
FROM deduction AS d
CROSS JOIN work_puzzle AS w
WHERE w.puzzle_id = d.puzzle_id
GROUP BY d.puzzle_id;

-- The parameter is the tier of the technique that the puzzle tries next, unless the placements fill the puzzle.
UPDATE work_puzzle
SET tier = CASE WHEN work_puzzle.open_cells = x.placements THEN 0 ELSE ? END,
    status = CASE WHEN work_puzzle.open_cells = x.placements THEN 'solved' ELSE work_puzzle.status END,
    step = work_puzzle.step + 1,
    open_cells = work_puzzle.open_cells - x.placements
FROM (
    SELECT d.puzzle_id, SUM(d.placement) AS placements
    FROM deduction AS d
    GROUP BY d.puzzle_id
) AS x
WHERE work_puzzle.puzzle_id = x.puzzle_id;
