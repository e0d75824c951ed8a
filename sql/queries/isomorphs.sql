-- @title Which puzzles are isomorphs of each other?
-- @idea Isomorphs have the same canonical form. Each pair is listed once.

SELECT a.puzzle_id, b.puzzle_id AS isomorph, a.source, b.source AS isomorph_source
FROM puzzle AS a
INNER JOIN puzzle AS b ON b.canonical = a.canonical AND b.puzzle_id > a.puzzle_id
ORDER BY a.puzzle_id, b.puzzle_id;
