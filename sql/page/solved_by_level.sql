-- Solved games by board and level. Levels of other boards come after those of classic. The condition selects the player.
SELECT g.board || g.level AS level, g.games, MIN(g.elapsed_ms) AS best,
    CAST(AVG(CASE WHEN g.place IN ((g.games + 1) / 2, (g.games + 2) / 2) THEN g.elapsed_ms END) AS BIGINT) AS median,
    CAST(SUM(g.hints) AS BIGINT) AS hints
FROM (
    SELECT CASE g.variant WHEN 'classic' THEN '' ELSE v.title || ', ' END AS board, g.level, g.elapsed_ms, g.hints,
        COUNT(*) OVER (PARTITION BY v.title, g.level) AS games,
        ROW_NUMBER() OVER (PARTITION BY v.title, g.level ORDER BY g.elapsed_ms) AS place
    FROM game_result AS g
    INNER JOIN variant AS v ON v.variant = g.variant
    WHERE g.finished_at IS NOT NULL AND g.technique IS NULL AND g.level IS NOT NULL -- @condition
) AS g
GROUP BY g.board, g.level, g.games
ORDER BY g.board, MIN((SELECT MIN(t.tier) FROM technique AS t WHERE t.level = g.level))
