-- @title Which puzzles come without one of the digits?
-- @idea At most one digit can be missing from the givens of a puzzle with one solution, for two
--   could change places.

SELECT z.puzzle_id, t.digit, z.status
FROM puzzle AS z
CROSS JOIN token AS t
WHERE t.digit IS NOT NULL
    AND z.givens NOT LIKE '%' || CAST(t.digit AS TEXT) || '%'
ORDER BY z.puzzle_id, t.digit;
