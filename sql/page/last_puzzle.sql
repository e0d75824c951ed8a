-- The greatest puzzle_id, 0 if there is no puzzle.
SELECT COALESCE(MAX(z.puzzle_id), 0)
FROM puzzle AS z
