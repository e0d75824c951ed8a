-- @technique hidden_single | Hidden Single | tier 30 | easy | weight 14 | places | library 0002
-- @family singles
-- @idea A digit has one place left in a row, column or box. It must go there.
-- @how The masks of the open cells of a unit are added up. Masks are numbers in base 16 with one place for each digit, so
--   the sum counts all nine digits at once. A digit whose count is 1 has a single place.
-- @source Common knowledge among players, also called loner or unique candidate.
-- @reads pass, candidate_mask, location, token, combination
-- @writes deduction, one placement for each cell and digit
-- @key unit, cell, digit
-- @evidence single unit cell digit
-- @words The {{digits "single"}} of {{units "single"}} has one place left, {{cells "single"}}.
-- @words {{with blockers}}The other open cells of {{units "single"}} cannot hold it{{namely .}}.{{end}}
-- @words So {{effect}}.
-- @again {{effect}} ({{units "single"}}{{with struck}}, crossed out in {{.}}{{end}})
-- @where {{units "single"}}
-- @cost one addition for each open cell and unit, then nine looks for each unit with a single

-- The masks of a unit are added up. Each digit has a hexadecimal place of its own, so the sum holds nine counts. To count with
-- COUNT for each digit would be plainer, but then a solve with all techniques up to jellyfish takes 50 % more CPU time.
WITH unit_tally AS (
    SELECT m.puzzle_id, l.unit_no, CAST(SUM(m.mask) AS BIGINT) AS tally
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN location AS l
    WHERE p.technique = 'hidden_single'
        AND m.puzzle_id = p.puzzle_id
        AND l.cell = m.cell
    GROUP BY m.puzzle_id, l.unit_no
),
-- A count is 1 when the lowest bit of its place is set and the other three are not. The mask of all nine digits leaves the lowest
-- bits alone.
lone_digit AS (
    SELECT puzzle_id, unit_no,
        tally & ~(tally >> 1) & ~(tally >> 2) & ~(tally >> 3)
            & (SELECT c.mask FROM combination AS c WHERE c.size = 9) AS mask
    FROM unit_tally
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT m.puzzle_id, 'hidden_single', 1, m.cell, t.digit, MIN(d.unit_no * 1000 + m.cell * 10 + t.digit)
FROM lone_digit AS d
CROSS JOIN location AS l
CROSS JOIN candidate_mask AS m
CROSS JOIN token AS t
WHERE d.mask <> 0
    AND l.unit_no = d.unit_no
    AND m.puzzle_id = d.puzzle_id
    AND m.cell = l.cell
    AND m.mask & d.mask <> 0
    AND t.mask & m.mask & d.mask <> 0
GROUP BY m.puzzle_id, m.cell, t.digit;
