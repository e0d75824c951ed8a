-- Puzzles by level, status, score and number of clues, from the index puzzle_facet only. The condition is a join that selects a tag.
SELECT z.level, z.status, z.score, LENGTH(REPLACE(z.givens, '.', '')) AS clues, COUNT(*) AS puzzles
FROM puzzle AS z
-- @condition
GROUP BY z.level, z.status, z.hardest,
    CASE RTRIM(z.source, '0123456789')
        WHEN RTRIM(RTRIM(z.source, '0123456789'), ':') THEN z.source
        ELSE RTRIM(RTRIM(z.source, '0123456789'), ':')
    END,
    z.score, LENGTH(REPLACE(z.givens, '.', ''))
