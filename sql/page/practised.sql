-- Games in which a player practised a technique. The condition selects the player.
SELECT t.title, COUNT(*) AS games, SUM(CASE WHEN g.finished_at IS NULL THEN 0 ELSE 1 END) AS finished
FROM game_result AS g
INNER JOIN technique AS t ON t.name = g.technique
WHERE 1 = 1 -- @condition
GROUP BY t.title, t.tier
ORDER BY t.tier
