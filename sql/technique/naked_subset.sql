-- @technique naked_pair | Naked Pair | tier 80 | medium | weight 60 | size 2 | library 0200
-- @technique naked_triple | Naked Triple | tier 100 | medium | weight 80 | size 3 | library 0201
-- @technique naked_quadruple | Naked Quadruple | tier 120 | hard | weight 120 | size 4 | library 0202
-- @technique naked_subset | tier 31 | easy | weight 4 | size 1 | on request
-- @technique naked_subset | tier 131 | hard | weight 140 | size 5 | on request
-- @technique naked_subset | tier 133 | hard | weight 160 | size 6 | on request
-- @technique naked_subset | tier 135 | hard | weight 180 | size 7 | on request
-- @technique naked_subset | tier 137 | hard | weight 200 | size 8 | on request
-- @family subsets
-- @alias naked_quadruple | Naked Quad
-- @idea Some cells of a unit together have just as many candidate digits as there are cells, for example two cells with the
--   same two digits. These cells use up the digits. All other cells of the unit lose them.
-- @idea naked_pair | Two cells of a unit have the same two candidates and no others. One of them takes one of the digits, and the
--   other cell takes the other digit. All other cells of the unit lose both.
-- @idea naked_triple | Three cells of a unit have only three candidate digits together, such as 12, 23 and 13. They use up the three
--   digits. All other cells of the unit lose them.
-- @idea naked_quadruple | Four cells of a unit have only four candidate digits together. They use up the four digits. All other
--   cells of the unit lose them.
-- @spot naked_pair | Find a cell with two candidates and look for a twin with the same two in its row, column or box.
--   Cross both digits out in all other cells of that unit.
-- @spot naked_triple | Among the cells of a unit with two or three candidates, look for three that have three digits
--   together, such as 12, 23 and 13. None of them needs all three digits, so do not wait for three equal cells.
-- @spot naked_quadruple | In a unit with many open cells, collect cells with few candidates until four of them have
--   four digits together. If the rest of the unit has three open cells or fewer, look for a hidden subset there
--   instead, which is easier to see.
-- @generalizes naked_pair | locked_pair
-- @generalizes naked_triple | locked_triple
-- @how Every cell is joined to all sets of size digits that hold its candidates. A set that meets exactly size cells of a
--   unit is a naked subset, which GROUP BY and COUNT find.
-- @source Common knowledge among players. The search through the table combination comes from the partial member sets
--   of an Oracle solver.
-- @reads pass, unit_state, candidate_mask, place_mask, combination, combination_member, superset, location
-- @writes deduction, one elimination for each cell and digit
-- @key unit, digits, places cells in unit
-- @evidence unit unit, cell cells, digit digits
-- @words In {{units "unit"}}, {{shown "cell"}} hold nothing but {{digits "digit"}}.
-- @words These {{count "cell"}} cells use up the {{count "digit"}} digits, so no other cell of {{units "unit"}} can
--   hold one of them{{namely effect}}.
-- @again In {{units "unit"}}, {{shown "cell"}} take {{digits "digit"}}{{namely effect}}.
-- @cost the cells with at most size candidates, times the sets that contain these candidates, times three units

-- A set of digits is its combination_id. superset gives the sets of p.size digits that contain the candidates of a cell. When all
-- smaller subsets have been tried (pass.skip_complements is 1), a unit with fewer than 2 * size open cells is left out.
WITH cell_in_set AS (
    SELECT m.puzzle_id, l.unit_no, l.place, s.superset_id AS digits, s.size
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN combination AS c
    CROSS JOIN location AS l
    CROSS JOIN unit_state AS u
    CROSS JOIN combination AS open_set
    CROSS JOIN superset AS s
    WHERE p.technique IN ('naked_pair', 'naked_triple', 'naked_quadruple', 'naked_subset')
        AND m.puzzle_id = p.puzzle_id
        AND m.mask % 15 <= p.size
        AND c.mask = m.mask
        AND l.cell = m.cell
        AND u.puzzle_id = m.puzzle_id
        AND u.unit_no = l.unit_no
        AND open_set.combination_id = u.open_places
        AND open_set.size >= 2 * p.size * p.skip_complements
        AND s.combination_id = c.combination_id
        AND s.size = p.size
),
naked_set AS (
    SELECT puzzle_id, unit_no, digits, MIN(size) AS size, CAST(SUM(place) AS BIGINT) AS cells
    FROM cell_in_set
    GROUP BY puzzle_id, unit_no, digits
    HAVING COUNT(*) = MIN(size)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT s.puzzle_id, p.technique, 0, v.cell, d.digit, MIN((s.unit_no * 1000 + s.digits) * 1000 + s.cells)
FROM naked_set AS s
CROSS JOIN combination_member AS k
CROSS JOIN place_mask AS d
CROSS JOIN location AS v
CROSS JOIN pass AS p
WHERE k.combination_id = s.digits
    AND d.puzzle_id = s.puzzle_id
    AND d.unit_no = s.unit_no
    AND d.digit = k.member
    AND v.unit_no = s.unit_no
    -- A place of a digit of the set outside of its cells.
    AND v.place & d.places & ~s.cells <> 0
    AND p.puzzle_id = s.puzzle_id
    AND p.size = s.size
    AND p.technique IN ('naked_pair', 'naked_triple', 'naked_quadruple', 'naked_subset')
GROUP BY s.puzzle_id, p.technique, v.cell, d.digit;
