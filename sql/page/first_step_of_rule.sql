-- The first step of a puzzle by a technique, 0 if there is none.
SELECT COALESCE(MIN(k.step), 0)
FROM step AS k
WHERE k.puzzle_id = ? AND k.rule = ?
