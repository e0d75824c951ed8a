-- What the page of a game shows of its puzzle.
SELECT COALESCE(z.level, ''), COALESCE(z.hardest, ''), z.name
FROM puzzle AS z
WHERE z.puzzle_id = ?
