-- How often solved puzzles use a technique.
SELECT (SELECT COUNT(*) FROM puzzle AS z WHERE z.status = 'solved') AS solved, COUNT(*) AS puzzles,
    CAST(COALESCE(SUM(u.steps), 0) AS BIGINT) AS steps
FROM puzzle_technique AS u
INNER JOIN puzzle AS z ON z.puzzle_id = u.puzzle_id AND z.status = 'solved'
WHERE u.technique = ?
