-- @technique naked_pair naked_triple naked_quadruple naked_subset
-- @idea Some cells of a unit, as many as size says, hold nothing but candidates of
--   one set of just as many digits. The digits are used up there and leave the other
--   cells of the unit. Every cell is joined to all sets of size digits that hold its
--   candidates. A set that meets exactly size cells of a unit is a naked subset.
-- @source Common knowledge among players. The combinations table as the way to find
--   it is from the partial member sets of an Oracle solver.
-- @reads pass, unit_state, candidate_mask, combination, superset, location, token
-- @writes deduction, one elimination for each cell and digit
-- @key unit_no, digits, cells ((unit_no * 1000 + digits) * 1000 + places)
-- @cost the cells with at most size candidates, times the sets that hold them, times three units
-- @sizes naked_subset 1 easy 4 31, naked_subset 5 hard 140 131, naked_subset 6 hard 160 133, naked_subset 7 hard 180 135,
--   naked_subset 8 hard 200 137

WITH cell_in_set AS (
    SELECT m.puzzle_id, l.unit_no, l.place, s.superset_id, s.size
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN combination AS c
    CROSS JOIN location AS l
    CROSS JOIN unit_state AS u
    CROSS JOIN combination AS o
    CROSS JOIN superset AS s
    WHERE p.technique IN ('naked_pair', 'naked_triple', 'naked_quadruple', 'naked_subset')
        AND m.puzzle_id = p.puzzle_id
        AND m.mask % 15 <= p.size
        AND c.mask = m.mask
        AND l.cell = m.cell
        AND u.puzzle_id = m.puzzle_id
        AND u.unit_no = l.unit_no
        AND o.combination_id = u.open_places
        AND o.size >= 2 * p.size * p.half
        AND s.combination_id = c.combination_id
        AND s.size = p.size
),
naked_set AS (
    SELECT puzzle_id, unit_no, superset_id, MIN(size) AS size, CAST(SUM(place) AS BIGINT) AS places
    FROM cell_in_set
    GROUP BY puzzle_id, unit_no, superset_id
    HAVING COUNT(*) = MIN(size)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT m.puzzle_id, p.technique, 0, m.cell, t.digit, MIN((s.unit_no * 1000 + s.superset_id) * 1000 + s.places)
FROM naked_set AS s
CROSS JOIN combination AS c
CROSS JOIN location AS l
CROSS JOIN candidate_mask AS m
CROSS JOIN token AS t
CROSS JOIN pass AS p
WHERE c.combination_id = s.superset_id
    AND l.unit_no = s.unit_no
    AND l.place & s.places = 0
    AND m.puzzle_id = s.puzzle_id
    AND m.cell = l.cell
    AND m.mask & c.mask <> 0
    AND t.mask & m.mask & c.mask <> 0
    AND p.puzzle_id = s.puzzle_id
    AND p.size = s.size
    AND p.technique IN ('naked_pair', 'naked_triple', 'naked_quadruple', 'naked_subset')
GROUP BY m.puzzle_id, p.technique, m.cell, t.digit;
