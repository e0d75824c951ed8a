-- @technique search | Search | tier 900 | extreme | weight 10000 | places
-- @family search
-- @alias Backtracking, Trial and Error, Brute Force, Guess
-- @idea Where no other technique helps, try. Take the open cell with the fewest candidates, try each of them, and go on
--   with singles. Where these get stuck, try again in the next cell, until one way solves the puzzle and all others have
--   ended in a contradiction.
-- @spot Try this when nothing else helps, in an open cell with two candidates. Copy the grid, go on with the first
--   candidate, and come back to the copy when it breaks.
-- @how The statement makes one hypothetical puzzle for each candidate of the chosen cell. The solver runs the statements of
--   the singles over the branches of all puzzles at once, and this statement again for the branches that are stuck. It ends
--   when a puzzle has two solutions or no open branch. Then driver/conclude_search.sql places the solution, if there is
--   only one.
-- @source Backtracking, with rows for the branches instead of recursion.
-- @reads pass, candidate_mask, combination, token, hypothesis
-- @writes hypothesis, one branch for each candidate of the chosen cells. deduction is filled by
--   driver/conclude_search.sql
-- @key none
-- @words {{guess}}
-- @words All other candidates lead to a contradiction, so {{effect}}.
-- @where the whole grid
-- @cost a few hundred branches for the hardest puzzles

INSERT INTO hypothesis (puzzle_id, origin, parent, depth, cell, digit)
SELECT 1000000000000 + n.branches + ROW_NUMBER() OVER (ORDER BY f.puzzle_id, t.digit),
    COALESCE(h.origin, f.puzzle_id), f.puzzle_id, COALESCE(h.depth, 0) + 1, f.choice % 100, t.digit
FROM (SELECT COUNT(*) AS branches FROM hypothesis AS o) AS n
CROSS JOIN (
    SELECT m.puzzle_id, MIN(s.size * 100 + m.cell) AS choice
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN combination AS s
    WHERE p.technique = 'search' AND m.puzzle_id = p.puzzle_id AND s.mask = m.mask
    GROUP BY m.puzzle_id
) AS f
CROSS JOIN candidate_mask AS m
CROSS JOIN token AS t
LEFT JOIN hypothesis AS h ON h.puzzle_id = f.puzzle_id
WHERE m.puzzle_id = f.puzzle_id AND m.cell = f.choice % 100 AND t.mask & m.mask <> 0;

-- @settle singles
