-- @title Which puzzles have the same solution up to isomorphism?
-- @idea Solutions that are isomorphs have the same smallest isomorph. solve --properties fills the table.

WITH shared AS (
    SELECT p.solution_form, COUNT(*) AS puzzles
    FROM puzzle_property AS p
    WHERE p.solution_form IS NOT NULL
    GROUP BY p.solution_form
    HAVING COUNT(*) > 1
)
SELECT p.puzzle_id, s.puzzles, p.band, p.solution_form
FROM shared AS s
INNER JOIN puzzle_property AS p ON p.solution_form = s.solution_form
ORDER BY s.puzzles DESC, p.solution_form, p.puzzle_id;
