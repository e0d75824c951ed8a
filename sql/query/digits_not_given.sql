-- @title Which puzzles lack one of the digits?
-- @idea If two digits were missing from the givens, they could be exchanged in the solution. So a puzzle with one
--   solution lacks at most one digit.

SELECT z.puzzle_id, t.digit, z.status
FROM puzzle AS z
CROSS JOIN token AS t
WHERE t.digit IS NOT NULL
    AND z.givens NOT LIKE '%' || CAST(t.digit AS TEXT) || '%'
ORDER BY z.puzzle_id, t.digit;
