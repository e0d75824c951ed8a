-- @technique hidden_single | Hidden Single | tier 30 | easy | weight 14 | places | library 0002
-- @family singles
-- @idea A digit that has one place left in a row, column or box must go there. The
--   masks of a unit are added up. They are numbers in base 16 with one place for
--   each digit, so the sum counts all nine digits at once, and a digit whose count
--   is 1 has a single place. unit_key is puzzle and unit in one number, which is
--   quicker to group by than two.
-- @source Common knowledge among players, also called loner or unique candidate.
-- @reads pass, candidate_mask, location, token, combination
-- @writes deduction, one placement for each cell and digit
-- @key unit, cell, digit
-- @evidence single unit cell digit
-- @words The {{digits "single"}} of {{units "single"}} has one place left, {{cells "single"}}.
-- @words {{with barred}}The other open cells of {{units "single"}} cannot hold it{{namely .}}.{{end}}
-- @words So {{effect}}.
-- @where {{units "single"}}
-- @cost one addition for each open cell and unit, then nine looks for each unit that has a single

WITH unit_tally AS (
    SELECT m.puzzle_id * 32 + l.unit_no AS unit_key, CAST(SUM(m.mask) AS BIGINT) AS tally
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN location AS l
    WHERE p.technique = 'hidden_single'
        AND m.puzzle_id = p.puzzle_id
        AND l.cell = m.cell
    GROUP BY m.puzzle_id * 32 + l.unit_no
),
lone_digit AS (
    SELECT unit_key / 32 AS puzzle_id, unit_key % 32 AS unit_no,
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
