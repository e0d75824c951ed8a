-- Saves the trees of searches, for audit level full.

-- @into branch puzzle_id, engine, branch, parent, depth, cell, digit, outcome
SELECT b.puzzle_id, 'sql', b.branch, b.parent, b.depth, b.cell, b.digit, b.outcome
FROM work_branch AS b
ORDER BY b.puzzle_id, b.branch;
