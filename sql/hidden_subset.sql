-- @technique hidden_pair | Hidden Pair | tier 90 | medium | weight 70 | size 2 | library 0210
-- @technique hidden_triple | Hidden Triple | tier 110 | medium | weight 100 | size 3 | library 0211
-- @technique hidden_quadruple | Hidden Quadruple | tier 130 | hard | weight 150 | size 4 | library 0212
-- @technique hidden_subset | tier 32 | easy | weight 14 | size 1 | on request
-- @technique hidden_subset | tier 132 | hard | weight 170 | size 5 | on request
-- @technique hidden_subset | tier 134 | hard | weight 190 | size 6 | on request
-- @technique hidden_subset | tier 136 | hard | weight 210 | size 7 | on request
-- @technique hidden_subset | tier 138 | hard | weight 230 | size 8 | on request
-- @family subsets
-- @idea Some digits have all their places in a unit in just as many cells, for example two digits in the same two cells.
--   The digits need all of these cells. So the cells lose every other candidate.
-- @how It is the naked subset with cells and digits exchanged. Every digit is joined to all sets of size places that hold
--   its places in the unit. A set that meets exactly size digits is a hidden subset, which GROUP BY and COUNT find.
-- @source Common knowledge among players. It is the same as the full member sets of an Oracle solver.
-- @reads pass, unit_state, place_mask, combination, superset, location, candidate_mask, token
-- @writes deduction, one elimination for each cell and digit
-- @key unit, digits, places cells in unit
-- @evidence unit unit, cell cells, digit digits
-- @words In {{units "unit"}}, {{digits "digit"}} have no places but {{cells "cell"}}.
-- @words {{range each "digit"}}The {{.}} can go into {{anyof (places . "unit")}}.{{line}}{{end}}
-- @words {{count "digit"}} digits need {{count "cell"}} cells, so these hold nothing else{{namely effect}}.
-- @again In {{units "unit"}}, {{digits "digit"}} need {{cells "cell"}}{{namely effect}}.
-- @cost the digits with at most size places in a unit, times the sets that contain these places

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
        AND o.size >= 2 * p.size * p.skip_complements
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
