-- @technique hidden_single | Hidden Single | tier 30 | easy | weight 14 | places | library 0002
-- @family singles
-- @alias Unique Candidate, Pinned Digit, Cross Hatching
-- @idea A digit has one place left in a row, column or box. It must go there.
-- @spot Take a digit that is placed often, and draw a line in your mind from each of its cells through the row and
--   the column. If a unit keeps one open cell without a line, the digit goes there.
-- @generalizes full_house
-- @how The masks of the open cells of a unit are added up. Masks are numbers in base 16 with one place for each digit, so
--   the sum counts all nine digits at once. A digit whose count is 1 has a single place, and the cell of the unit with the digit in its
--   mask is that place.
-- @source Common knowledge among players, also called loner or unique candidate.
-- @reads pass, candidate_mask, location, token
-- @writes deduction, one placement for each cell and digit
-- @key unit, cell, digit
-- @evidence single unit cell digit
-- @words The {{digits "single"}} of {{units "single"}} has one place left, {{cells "single"}}.
-- @words {{with blockers}}The other open cells of {{units "single"}} cannot hold it{{namely .}}.{{end}}
-- @words So {{effect}}.
-- @again {{effect}} ({{units "single"}}{{with struck}}, eliminated in {{.}}{{end}})
-- @where {{units "single"}}
-- @cost one addition for each open cell and unit, then nine digits for each unit

-- t.mask * 15 covers the place of a digit in the sum, and t.mask there means that its count is 1. To count the places of each digit with COUNT would be plainer, but then a solve with all techniques up to jellyfish takes 50 % more
-- CPU time.
WITH unit_tally AS (
    SELECT m.puzzle_id, l.unit_no, CAST(SUM(m.mask) AS BIGINT) AS tally
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN location AS l
    WHERE p.technique = 'hidden_single'
        AND m.puzzle_id = p.puzzle_id
        AND l.cell = m.cell
    GROUP BY m.puzzle_id, l.unit_no
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT m.puzzle_id, 'hidden_single', 1, m.cell, t.digit, MIN(u.unit_no * 1000 + m.cell * 10 + t.digit)
FROM unit_tally AS u
CROSS JOIN token AS t
CROSS JOIN location AS l
CROSS JOIN candidate_mask AS m
WHERE u.tally & t.mask * 15 = t.mask
    AND l.unit_no = u.unit_no
    AND m.puzzle_id = u.puzzle_id
    AND m.cell = l.cell
    AND m.mask & t.mask <> 0
GROUP BY m.puzzle_id, m.cell, t.digit;
