-- How many puzzles a run worked on last.
SELECT COUNT(*)
FROM puzzle AS z
WHERE z.run_id = ? AND z.status <> 'new'
