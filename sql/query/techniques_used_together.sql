-- @title Which techniques occur together with a given one?
-- @idea Of the puzzles that used the technique, the number of those that used each other technique as well.
-- @parameter technique x_wing name of the technique

WITH user_of_technique AS (
    SELECT j.puzzle_id
    FROM puzzle_technique AS j
    WHERE j.technique = :technique
)
SELECT t.name AS technique, t.level, COUNT(*) AS puzzles
FROM user_of_technique AS u
INNER JOIN puzzle_technique AS j ON j.puzzle_id = u.puzzle_id
INNER JOIN technique AS t ON t.name = j.technique
WHERE t.name <> :technique
GROUP BY t.name, t.level, t.tier
ORDER BY puzzles DESC, t.tier;
