-- @title Which puzzles do two collections share?
-- @idea Puzzles with both tags.
-- @parameter tag sample one tag
-- @parameter other doubles the other tag

SELECT z.puzzle_id, z.givens, z.source
FROM puzzle AS z
INNER JOIN puzzle_tag AS a ON a.puzzle_id = z.puzzle_id
INNER JOIN puzzle_tag AS b ON b.puzzle_id = z.puzzle_id
WHERE a.tag = :tag AND b.tag = :other
ORDER BY z.puzzle_id;
