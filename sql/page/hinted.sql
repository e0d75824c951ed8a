-- Hints that a player asked for, by technique. The condition selects the player.
SELECT COALESCE(t.title, 'a mistake, or nothing to say') AS hint, COUNT(*) AS boards, COUNT(DISTINCT h.game_id) AS games
FROM (SELECT DISTINCT h.game_id, h.version, h.technique FROM game_hint AS h) AS h
INNER JOIN game AS g ON g.game_id = h.game_id
LEFT JOIN technique AS t ON t.name = h.technique
WHERE 1 = 1 -- @condition
GROUP BY t.title
ORDER BY COUNT(*) DESC, 1
