-- @technique naked_pair | Naked Pair | tier 80 | medium | weight 60 | size 2 | library 0200
-- @technique naked_triple | Naked Triple | tier 100 | medium | weight 80 | size 3 | library 0201
-- @technique naked_quadruple | Naked Quadruple | tier 120 | hard | weight 120 | size 4 | library 0202
-- @technique naked_subset | tier 31 | easy | weight 4 | size 1 | on request
-- @technique naked_subset | tier 131 | hard | weight 140 | size 5 | on request
-- @technique naked_subset | tier 133 | hard | weight 160 | size 6 | on request
-- @technique naked_subset | tier 135 | hard | weight 180 | size 7 | on request
-- @technique naked_subset | tier 137 | hard | weight 200 | size 8 | on request
-- @family subsets
-- @idea Some cells of a unit together have just as many candidate digits as there are cells, for example two cells with the
--   same two digits. These cells use up the digits. All other cells of the unit lose them.
-- @how Every cell is joined to all sets of size digits that hold its candidates. A set that meets exactly size cells of a
--   unit is a naked subset, which GROUP BY and COUNT find.
-- @source Common knowledge among players. The search through the table combination comes from the partial member sets
--   of an Oracle solver.
-- @reads pass, unit_state, candidate_mask, combination, superset, location, token
-- @writes deduction, one elimination for each cell and digit
-- @key unit, digits, places cells in unit
-- @evidence unit unit, cell cells, digit digits
-- @words In {{units "unit"}}, {{cells "cell"}} hold nothing but {{digits "digit"}}{{namely (shown "cell")}}.
-- @words {{count "cell"}} cells for {{count "digit"}} digits take all of these, so no other cell of {{units "unit"}} has one
--   of them{{namely effect}}.
-- @again In {{units "unit"}}, {{shown "cell"}} take {{digits "digit"}}{{namely effect}}.
-- @cost the cells with at most size candidates, times the sets that contain these candidates, times three units

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
        AND o.size >= 2 * p.size * p.skip_complements
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
