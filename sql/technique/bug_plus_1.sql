-- @technique bug_plus_1 | Bivalue Universal Grave + 1 | tier 180 | hard | weight 100 | library 0610
-- @family uniqueness
-- @unique yes
-- @alias BUG, BUG+1, Bivalue Universal Grave
-- @idea Every open cell has two candidates, except one cell that has three. Every digit has two places in each unit, except
--   one digit of that cell, which has three places in all three units of the cell. Without this candidate, every way to
--   fill the grid could be turned into a second one by exchanging the candidates of all open cells. A puzzle with one
--   solution does not allow that, so the cell loses its two other candidates.
-- @spot When all open cells but one have two candidates, look at that one cell, which has three. The digit that
--   occurs three times in its row is the one that belongs there.
-- @how The remainder of a mask by 15 is its number of candidates. odd_cell finds the puzzles in which one cell has three
--   and all others two, and odd_digit checks that the only digits without exactly two places in a unit are one digit in the
--   three units of that cell.
-- @source Common knowledge among players, from bivalue universal grave. It is valid only for puzzles with one
--   solution.
-- @reads pass, candidate_mask, place_mask, combination, location, token
-- @writes deduction
-- @needs exchange
-- @key cell, digit
-- @evidence cell cell, digit digit
-- @words Every open cell but {{cells "cell"}} has two candidates. Every digit has two places in each unit, but the
--   {{digits "digit"}} has three in {{around (cells "cell")}}.
-- @words Without the {{digits "digit"}} in {{cells "cell"}} every open cell would have two candidates, and every
--   digit two places in each unit. However the grid were filled then, each open cell could take its other candidate
--   instead, and the puzzle would have a second solution. This relies on the puzzle having one solution only.
-- @words So {{cells "cell"}} is {{digits "digit"}}{{namely effect}}.
-- @where the cells with more than two candidates
-- @cost one look at the number of candidates of every open cell, and rarely more

WITH odd_cell AS (
    SELECT m.puzzle_id, CAST(SUM(CASE m.mask % 15 WHEN 3 THEN m.cell ELSE 0 END) AS BIGINT) AS cell
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    WHERE p.technique = 'bug_plus_1' AND m.puzzle_id = p.puzzle_id
    GROUP BY m.puzzle_id
    HAVING MIN(m.mask % 15) = 2 AND SUM(m.mask % 15) = 2 * COUNT(*) + 1
),
odd_digit AS (
    SELECT o.puzzle_id, o.cell, MIN(m.digit) AS digit
    FROM odd_cell AS o
    INNER JOIN place_mask AS m ON m.puzzle_id = o.puzzle_id
    INNER JOIN combination AS c ON c.combination_id = m.places AND c.size <> 2
    LEFT JOIN location AS l ON l.cell = o.cell AND l.unit_no = m.unit_no AND l.place & m.places <> 0
    GROUP BY o.puzzle_id, o.cell
    HAVING COUNT(*) = COUNT(l.cell) AND COUNT(*) = (SELECT COUNT(*) FROM location AS u WHERE u.cell = o.cell) AND MIN(m.digit) = MAX(m.digit) AND MIN(c.size) = 3 AND MAX(c.size) = 3
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT o.puzzle_id, 'bug_plus_1', 0, o.cell, t.digit, o.cell * 10 + o.digit
FROM odd_digit AS o
CROSS JOIN candidate_mask AS m
CROSS JOIN token AS t
WHERE m.puzzle_id = o.puzzle_id AND m.cell = o.cell AND t.mask & m.mask <> 0 AND t.digit <> o.digit;
