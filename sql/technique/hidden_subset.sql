-- @technique hidden_pair | Hidden Pair | tier 90 | medium | weight 70 | size 2 | library 0210
-- @technique hidden_triple | Hidden Triple | tier 110 | medium | weight 100 | size 3 | library 0211
-- @technique hidden_quadruple | Hidden Quadruple | tier 130 | hard | weight 150 | size 4 | library 0212
-- @technique hidden_subset | tier 32 | easy | weight 14 | size 1 | on request
-- @technique hidden_subset | tier 132 | hard | weight 170 | size 5 | on request
-- @technique hidden_subset | tier 134 | hard | weight 190 | size 6 | on request
-- @technique hidden_subset | tier 136 | hard | weight 210 | size 7 | on request
-- @technique hidden_subset | tier 138 | hard | weight 230 | size 8 | on request
-- @family subsets
-- @alias hidden_quadruple | Hidden Quad
-- @idea Some digits have all their places in a unit in just as many cells, for example two digits in the same two cells.
--   The digits need all of these cells. So the cells lose every other candidate.
-- @idea hidden_pair | Two digits have all their places in a unit in the same two cells. The two digits need both cells. So the cells
--   lose every other candidate.
-- @idea hidden_triple | Three digits have all their places in a unit in the same three cells. The three digits need all of these
--   cells. So the cells lose every other candidate.
-- @idea hidden_quadruple | Four digits have all their places in a unit in the same four cells. The four digits need all of these
--   cells. So the cells lose every other candidate.
-- @spot hidden_pair | Count in how many cells of a unit each missing digit can be, and look for two digits with
--   two places. If the places are the same two cells, cross out everything else there.
-- @spot hidden_triple | Look in a unit for missing digits with two or three places each, the rarest first. If three
--   of them share the same three cells, cross out everything else there.
-- @spot hidden_quadruple | It is worth a look in a unit with eight or nine open cells, because with fewer the other
--   cells are a smaller naked subset. Take the four digits with the fewest places and see whether they share four
--   cells.
-- @how It is the naked subset with cells and digits exchanged. Every digit is joined to all sets of size places that hold
--   its places in the unit. A set that meets exactly size digits is a hidden subset, which GROUP BY and COUNT find.
-- @source Common knowledge among players. It is the same as the full member sets of an Oracle solver.
-- @reads pass, unit_state, place_mask, combination, superset, location, token
-- @writes deduction, one elimination for each cell and digit
-- @key unit, digits, places cells in unit
-- @evidence unit unit, cell cells, digit digits
-- @words In {{units "unit"}}, {{digits "digit"}} have no places but {{cells "cell"}}.
-- @words {{range each "digit"}}The {{.}} can go into {{anyof (places . "unit")}}.{{line}}{{end}}
-- @words The {{count "digit"}} digits need these {{count "cell"}} cells, which therefore hold nothing else{{namely
--   effect}}.
-- @again In {{units "unit"}}, {{digits "digit"}} need {{cells "cell"}}{{namely effect}}.
-- @cost the digits with at most size places in a unit, times the sets that contain these places

-- A set of places is its combination_id. superset gives the sets of p.size places that contain the places of a digit. When all
-- smaller subsets have been tried (pass.skip_complements is 1), a unit with fewer than 2 * size open cells is left out.
WITH digit_in_set AS (
    SELECT d.puzzle_id, d.unit_no, t.mask, s.superset_id AS cells, s.size
    FROM pass AS p
    CROSS JOIN unit_state AS u
    CROSS JOIN combination AS open_set
    CROSS JOIN place_mask AS d
    CROSS JOIN combination AS c
    CROSS JOIN token AS t
    CROSS JOIN superset AS s
    WHERE p.technique IN ('hidden_pair', 'hidden_triple', 'hidden_quadruple', 'hidden_subset')
        AND u.puzzle_id = p.puzzle_id
        AND open_set.combination_id = u.open_places
        AND open_set.size >= 2 * p.size * p.skip_complements
        AND d.puzzle_id = p.puzzle_id
        AND d.unit_no = u.unit_no
        AND c.combination_id = d.places
        AND c.size <= p.size
        AND t.digit = d.digit
        AND s.combination_id = c.combination_id
        AND s.size = p.size
),
hidden_set AS (
    SELECT puzzle_id, unit_no, cells, MIN(size) AS size, CAST(SUM(mask) AS BIGINT) AS mask
    FROM digit_in_set
    GROUP BY puzzle_id, unit_no, cells
    HAVING COUNT(*) = MIN(size)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT s.puzzle_id, p.technique, 0, v.cell, d.digit, MIN((s.unit_no * 1000 + c.combination_id) * 1000 + s.cells)
FROM hidden_set AS s
CROSS JOIN combination AS c
CROSS JOIN place_mask AS d
CROSS JOIN token AS t
CROSS JOIN location AS v
CROSS JOIN pass AS p
WHERE c.mask = s.mask
    AND d.puzzle_id = s.puzzle_id
    AND d.unit_no = s.unit_no
    AND t.digit = d.digit
    AND t.mask & s.mask = 0
    AND v.unit_no = s.unit_no
    -- A place of another digit in the cells of the set.
    AND v.place & d.places & s.cells <> 0
    AND p.puzzle_id = s.puzzle_id
    AND p.size = s.size
    AND p.technique IN ('hidden_pair', 'hidden_triple', 'hidden_quadruple', 'hidden_subset')
GROUP BY s.puzzle_id, p.technique, v.cell, d.digit;
