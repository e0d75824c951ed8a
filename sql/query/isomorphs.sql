-- @title Which puzzles are isomorphs of each other?
-- @idea Isomorphs have the same canonical form. Each pair is listed once.

-- The forms that several puzzles have come first. For a join of all puzzles by another column than puzzle_id, Citus would
-- exchange all of them between its nodes.
WITH shared AS (
    SELECT z.canonical
    FROM puzzle AS z
    WHERE z.canonical IS NOT NULL
    GROUP BY z.canonical
    HAVING COUNT(*) > 1
),
twin AS (
    SELECT z.puzzle_id, z.canonical, z.source
    FROM puzzle AS z
    INNER JOIN shared AS s ON s.canonical = z.canonical
)
SELECT a.puzzle_id, b.puzzle_id AS isomorph, a.source, b.source AS isomorph_source
FROM twin AS a
INNER JOIN twin AS b ON b.canonical = a.canonical AND b.puzzle_id > a.puzzle_id
ORDER BY a.puzzle_id, b.puzzle_id;
