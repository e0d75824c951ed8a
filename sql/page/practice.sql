-- How often a player has practised each technique in a game, solved the game, and found the technique without a hint. The
-- condition selects the player.
SELECT g.technique, SUM(g.games) AS games, SUM(g.solved) AS solved, SUM(g.found) AS found
FROM (
    SELECT g.player, g.technique, 1 AS games, CASE WHEN g.finished_at IS NULL THEN 0 ELSE 1 END AS solved, 0 AS found
    FROM game AS g
    WHERE g.technique IS NOT NULL
    UNION ALL
    SELECT p.player, p.technique, 0 AS games, 0 AS solved, 1 AS found
    FROM practice AS p
) AS g
WHERE 1 = 1 -- @condition
GROUP BY g.technique
