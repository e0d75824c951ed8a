-- Makes the deductions of a pass the next step of their puzzles. The parameter is the tier of the technique that a puzzle tries next, unless
-- the placements fill the puzzle.

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
