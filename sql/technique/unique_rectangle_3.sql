-- @technique unique_rectangle_3 | Unique Rectangle 3 | tier 280 | hard | weight 100 | library 0602
-- @family uniqueness
-- @unique yes
-- @alias UR, Unique Rectangle, UR 3, UR Type 3
-- @idea Two corners of a rectangle in one line, the floor, have the same two candidates. The other two corners, the roof,
--   also have extra digits, and one roof cell must hold one of these. So in a unit of both roof cells the extra digits
--   count as the candidates of one cell. If this cell and other cells of the unit make a naked subset, the rest of the unit
--   loses the digits of the subset.
-- @spot Find two cells in a line with the same two candidates, the floor, and a roof with a few more digits. Take the
--   roof as one cell with these further digits, and look in a unit of the roof for a naked subset with it.
-- @how floor_pair and rectangle_side give the rectangles. Every other open cell of a unit of the roof is joined to all sets
--   of digits that hold its candidates and the extra digits. A set that meets one cell less than it has digits is a naked
--   subset, which GROUP BY and COUNT find.
-- @source Common knowledge among players. It is valid only for puzzles with one solution.
-- @reads pass, bivalue_cell, candidate_mask, rectangle_side, location, unit_state, combination, superset, token
-- @writes deduction
-- @key number 10 size, rectangle, pair floor in rectangle, digits, unit, digits subset, places cells in unit
-- @evidence floor floor, roof not floor, digit digits, cell cells
-- @words {{deadly}}
-- @words Only {{shown "roof"}} have other candidates. So one of them is {{anyof (less (candidates "roof") (digits
--   "digit"))}}, and together they count as one cell with these candidates.
-- @words {{with both (less (candidates "roof") (digits "digit")) (candidates "cell")}}In {{around (join "roof"
--   "cell")}} this one cell and {{shown "cell"}} are {{number (add (size "cell") 1)}} cells for the {{count .}}
--   digits {{.}}, so no other cell there can hold these digits{{namely effect}}.{{end}}
-- @cost all pairs of bivalue cells with the same two digits, times their rectangles, times the sets of digits for
--   cells that see the roof

WITH floor_pair AS (
    SELECT f.puzzle_id, f.cell, g.cell AS other_cell, f.digit, f.other_digit
    FROM pass AS p
    CROSS JOIN bivalue_cell AS f
    CROSS JOIN bivalue_cell AS g
    WHERE p.technique = 'unique_rectangle_3'
        AND f.puzzle_id = p.puzzle_id
        AND f.digit < f.other_digit
        AND g.puzzle_id = f.puzzle_id
        AND g.cell > f.cell
        AND g.digit = f.digit
        AND g.other_digit = f.other_digit
),
roof AS (
    SELECT t.puzzle_id, s.rectangle_no, s.side_no, s.roof_1, s.roof_2,
        (1 << (t.digit - 1)) + (1 << (t.other_digit - 1)) AS digits, x.mask AS extra_mask
    FROM floor_pair AS t
    CROSS JOIN rectangle_side AS s
    CROSS JOIN candidate_mask AS f
    CROSS JOIN candidate_mask AS a
    CROSS JOIN candidate_mask AS b
    CROSS JOIN combination AS x
    WHERE s.floor_1 = t.cell
        AND s.floor_2 = t.other_cell
        AND f.puzzle_id = t.puzzle_id
        AND f.cell = t.cell
        AND a.puzzle_id = t.puzzle_id
        AND a.cell = s.roof_1
        AND a.mask & f.mask <> 0
        AND a.mask & ~f.mask <> 0
        AND b.puzzle_id = t.puzzle_id
        AND b.cell = s.roof_2
        AND b.mask & f.mask <> 0
        AND b.mask & ~f.mask <> 0
        AND x.mask = (a.mask | b.mask) & ~f.mask
        AND x.size > 1
),
cell_in_set AS (
    SELECT r.puzzle_id, r.rectangle_no, r.side_no, a.unit_no, s.superset_id, s.size, l.place, r.digits
    FROM roof AS r
    CROSS JOIN location AS a
    CROSS JOIN location AS b
    CROSS JOIN unit_state AS u
    CROSS JOIN combination AS o
    CROSS JOIN location AS l
    CROSS JOIN candidate_mask AS m
    CROSS JOIN combination AS c
    CROSS JOIN superset AS s
    WHERE a.cell = r.roof_1
        AND b.cell = r.roof_2
        AND b.unit_no = a.unit_no
        AND u.puzzle_id = r.puzzle_id
        AND u.unit_no = a.unit_no
        AND o.combination_id = u.open_places
        AND l.unit_no = a.unit_no
        AND l.place & u.open_places <> 0
        AND l.place NOT IN (a.place, b.place)
        AND m.puzzle_id = r.puzzle_id
        AND m.cell = l.cell
        AND c.mask = m.mask | r.extra_mask
        AND s.combination_id = c.combination_id
        AND s.size <= o.size - 2
),
subset AS (
    SELECT puzzle_id, rectangle_no, side_no, unit_no, superset_id,
        MIN(size) AS size, MIN(digits) AS digits, CAST(SUM(place) AS BIGINT) AS places
    FROM cell_in_set
    GROUP BY puzzle_id, rectangle_no, side_no, unit_no, superset_id
    HAVING COUNT(*) = MIN(size) - 1
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT s.puzzle_id, 'unique_rectangle_3', 0, m.cell, t.digit,
    MIN((((((CAST(s.size AS BIGINT) * 1000 + s.rectangle_no) * 10 + s.side_no) * 1000 + s.digits) * 100 + s.unit_no) * 1000
        + s.superset_id) * 1000 + s.places)
FROM subset AS s
CROSS JOIN rectangle_side AS r
CROSS JOIN combination AS c
CROSS JOIN location AS l
CROSS JOIN candidate_mask AS m
CROSS JOIN token AS t
WHERE r.rectangle_no = s.rectangle_no
    AND r.side_no = s.side_no
    AND c.combination_id = s.superset_id
    AND l.unit_no = s.unit_no
    AND l.place & s.places = 0
    AND l.cell NOT IN (r.roof_1, r.roof_2)
    AND m.puzzle_id = s.puzzle_id
    AND m.cell = l.cell
    AND t.mask & m.mask & c.mask <> 0
GROUP BY s.puzzle_id, m.cell, t.digit;
