-- @title How hard are the collections?
-- @idea Each collection has a tag, which import --tag adds. A puzzle may have several tags.

SELECT t.tag, COUNT(*) AS puzzles, SUM(CASE z.status WHEN 'solved' THEN 1 ELSE 0 END) AS solved,
    ROUND(1.0 * SUM(z.score) / COUNT(*), 1) AS score
FROM puzzle_tag AS t
INNER JOIN puzzle AS z ON z.puzzle_id = t.puzzle_id
GROUP BY t.tag
ORDER BY t.tag;
