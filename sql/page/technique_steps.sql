-- Steps of a technique, of the first puzzles that use it.
SELECT s.puzzle_id, s.step, s.placements, s.eliminations, z.status, COALESCE(z.level, '') AS level
FROM (
    SELECT z.puzzle_id, z.status, z.level
    FROM puzzle AS z
    WHERE z.variant = 'classic'
        AND EXISTS (SELECT 1 FROM puzzle_technique AS u WHERE u.puzzle_id = z.puzzle_id AND u.technique = ?)
    LIMIT ?
) AS z
INNER JOIN step AS s ON s.puzzle_id = z.puzzle_id
WHERE s.rule = ?
ORDER BY s.puzzle_id, s.step
LIMIT ?
