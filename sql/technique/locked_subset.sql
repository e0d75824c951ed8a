-- @technique locked_pair | Locked Pair | tier 40 | medium | weight 40 | size 2 | library 0110
-- @technique locked_triple | Locked Triple | tier 50 | medium | weight 60 | size 3 | library 0111
-- @family intersections
-- @idea Two cells of a box lie in one line and have no candidates but the same two digits, or three cells have none but the
--   same three. They use up these digits for the box and for the line, so the rest of the box and the rest of the line lose
--   them.
-- @idea locked_pair | Two cells of a box lie in one line and have the same two candidates and no others. They use up these digits for
--   the box and for the line. So the rest of the box and the rest of the line lose them.
-- @idea locked_triple | Three cells of a box lie in one line and have only three candidate digits together. They use up these digits
--   for the box and for the line. So the rest of the box and the rest of the line lose them.
-- @spot locked_pair | Look in each box for two cells with the same two candidates in one row or column. Cross the two
--   digits out in the rest of the box and in the rest of the line.
-- @spot locked_triple | Look where a box and a line meet for three open cells whose candidates come from three
--   digits. Cross these digits out in the rest of the box and in the rest of the line.
-- @how It is the naked subset where a box and a line meet, in variants any two units. small_cell lists the cells with few candidates, crowded keeps
--   the meetings that have enough of them, and locked_set joins these cells to all sets of size digits that hold their
--   candidates.
-- @source Common knowledge among players. It is a naked subset that is in two units.
-- @reads pass, candidate_mask, combination, superset, location, unit_name, token
-- @writes deduction, one elimination for each cell and digit
-- @key block, unit line, digits, places cells in block
-- @evidence unit block, unit line, cell cells, digit digits
-- @words {{shown "cell"}} lie both in {{first "unit"}} and in {{last "unit"}}, and hold nothing but {{digits
--   "digit"}}.
-- @words These {{count "cell"}} cells use up the {{count "digit"}} digits, so no other cell of {{first "unit"}} or
--   {{last "unit"}} can hold one of them{{namely effect}}.
-- @again In {{first "unit"}} and {{last "unit"}}, {{shown "cell"}} take {{digits "digit"}}{{namely effect}}.
-- @cost the cells with few candidates, then the sets of size digits that contain them, where a line and a box share
--   enough of these cells

WITH small_cell AS (
    SELECT m.puzzle_id, p.size, b.unit_no AS box_no, l.unit_no AS line_no, b.place
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN location AS b
    CROSS JOIN location AS l
    WHERE p.technique IN ('locked_pair', 'locked_triple')
        AND m.puzzle_id = p.puzzle_id
        AND m.mask % 15 <= p.size
        AND b.cell = m.cell
        AND b.unit_type NOT IN ('row', 'column')
        AND l.cell = m.cell
        AND l.unit_no < b.unit_no
),
crowded AS (
    SELECT puzzle_id, size, box_no, line_no, CAST(SUM(place) AS BIGINT) AS places
    FROM small_cell
    GROUP BY puzzle_id, size, box_no, line_no
    HAVING COUNT(*) >= size
),
locked_set AS (
    SELECT o.puzzle_id, o.size, o.box_no, o.line_no, s.superset_id, CAST(SUM(b.place) AS BIGINT) AS places
    FROM crowded AS o
    CROSS JOIN location AS b
    CROSS JOIN candidate_mask AS m
    CROSS JOIN combination AS c
    CROSS JOIN superset AS s
    WHERE b.unit_no = o.box_no
        AND b.place & o.places <> 0
        AND m.puzzle_id = o.puzzle_id
        AND m.cell = b.cell
        AND c.mask = m.mask
        AND s.combination_id = c.combination_id
        AND s.size = o.size
    GROUP BY o.puzzle_id, o.size, o.box_no, o.line_no, s.superset_id
    HAVING COUNT(*) = o.size
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT m.puzzle_id, p.technique, 0, m.cell, t.digit,
    MIN((((u.unit_no - 18) * 100 + s.line_no) * 1000 + s.superset_id) * 1000 + s.places)
FROM locked_set AS s
CROSS JOIN combination AS c
CROSS JOIN unit_name AS u
CROSS JOIN location AS l
CROSS JOIN candidate_mask AS m
CROSS JOIN token AS t
CROSS JOIN pass AS p
WHERE c.combination_id = s.superset_id
    AND u.unit_no = s.box_no
    AND l.unit_no IN (s.box_no, s.line_no)
    AND m.puzzle_id = s.puzzle_id
    AND m.cell = l.cell
    AND m.mask & c.mask <> 0
    AND t.mask & m.mask & c.mask <> 0
    AND NOT EXISTS (
        SELECT 1
        FROM location AS b
        WHERE b.cell = m.cell AND b.unit_no = s.box_no AND b.place & s.places <> 0
    )
    AND p.puzzle_id = s.puzzle_id
    AND p.size = s.size
    AND p.technique IN ('locked_pair', 'locked_triple')
GROUP BY m.puzzle_id, p.technique, m.cell, t.digit;
