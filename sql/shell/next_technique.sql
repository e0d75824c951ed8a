-- Goes on to the next technique, with the puzzles in which no technique of the step has found anything yet.

DELETE FROM pass
WHERE puzzle_id IN (SELECT d.puzzle_id FROM deduction AS d);

UPDATE pass
SET technique = t.name, size = t.size
FROM technique AS t
WHERE t.tier = (
    SELECT MIN(n.tier)
    FROM technique AS n
    WHERE n.family <> 'user' AND n.tier > (SELECT MAX(o.tier) FROM technique AS o WHERE o.name IN (SELECT a.technique FROM pass AS a))
);

/* /* */
-- */ SELECT EXISTS (SELECT 1 FROM pass) AS open \gset
