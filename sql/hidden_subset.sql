-- @technique hidden_pair hidden_triple hidden_quadruple hidden_subset
-- @idea Some digits, as many as size says, have all their places in a unit within
--   just as many cells. They need all of these cells, so every other candidate
--   leaves them. It is the naked subset with cells and digits exchanged. Every digit
--   is joined to all sets of size cells that hold its places, and a set that meets
--   exactly size digits is a hidden subset.
-- @source Common knowledge among players. The full member sets of an Oracle solver
--   are the same idea.
-- @reads pass, unit_state, place_mask, combination, superset, location, candidate_mask, token
-- @writes deduction, one elimination for each cell and digit
-- @key unit_no, digits, cells ((unit_no * 1000 + digits) * 1000 + places)
-- @cost the digits with at most size places in a unit, times the sets that hold them
-- @sizes hidden_subset 1 easy 14 32, hidden_subset 5 hard 170 132, hidden_subset 6 hard 190 134, hidden_subset 7 hard 210 136,
--   hidden_subset 8 hard 230 138

WITH digit_in_set AS (
    SELECT d.puzzle_id, d.unit_no, t.mask, s.superset_id, s.size
    FROM pass AS p
    CROSS JOIN unit_state AS u
    CROSS JOIN combination AS o
    CROSS JOIN place_mask AS d
    CROSS JOIN combination AS c
    CROSS JOIN token AS t
    CROSS JOIN superset AS s
    WHERE p.technique IN ('hidden_pair', 'hidden_triple', 'hidden_quadruple', 'hidden_subset')
        AND u.puzzle_id = p.puzzle_id
        AND o.combination_id = u.open_places
        AND o.size >= 2 * p.size * p.half
        AND d.puzzle_id = p.puzzle_id
        AND d.unit_no = u.unit_no
        AND c.combination_id = d.places
        AND c.size <= p.size
        AND t.digit = d.digit
        AND s.combination_id = c.combination_id
        AND s.size = p.size
),
hidden_set AS (
    SELECT puzzle_id, unit_no, superset_id, MIN(size) AS size, CAST(SUM(mask) AS BIGINT) AS mask
    FROM digit_in_set
    GROUP BY puzzle_id, unit_no, superset_id
    HAVING COUNT(*) = MIN(size)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT m.puzzle_id, p.technique, 0, m.cell, t.digit,
    MIN((s.unit_no * 1000 + c.combination_id) * 1000 + s.superset_id)
FROM hidden_set AS s
CROSS JOIN combination AS c
CROSS JOIN location AS l
CROSS JOIN candidate_mask AS m
CROSS JOIN token AS t
CROSS JOIN pass AS p
WHERE c.mask = s.mask
    AND l.unit_no = s.unit_no
    AND l.place & s.superset_id <> 0
    AND m.puzzle_id = s.puzzle_id
    AND m.cell = l.cell
    AND m.mask & ~c.mask <> 0
    AND t.mask & m.mask & ~c.mask <> 0
    AND p.puzzle_id = s.puzzle_id
    AND p.size = s.size
    AND p.technique IN ('hidden_pair', 'hidden_triple', 'hidden_quadruple', 'hidden_subset')
GROUP BY m.puzzle_id, p.technique, m.cell, t.digit;
