-- +goose Up
-- How many steps each technique made in a puzzle. Sums over all puzzles come from the table puzzle alone
-- then. The table step has some thirty rows a puzzle, and none where a run kept no steps.
ALTER TABLE puzzle ADD COLUMN technique_steps TEXT NOT NULL DEFAULT '{}';

UPDATE puzzle
SET technique_steps = x.technique_steps
FROM (
    SELECT u.puzzle_id, '{' || GROUP_CONCAT('"' || u.rule || '":' || u.steps, ',') || '}' AS technique_steps
    FROM (
        SELECT s.puzzle_id, s.rule, COUNT(*) AS steps
        FROM step AS s
        INNER JOIN technique AS t ON t.name = s.rule
        GROUP BY s.puzzle_id, t.tier, s.rule
        ORDER BY s.puzzle_id, t.tier
    ) AS u
    GROUP BY u.puzzle_id
) AS x
WHERE puzzle.puzzle_id = x.puzzle_id;

-- What a technique does in a step: it places digits, or else it eliminates candidates.
ALTER TABLE technique ADD COLUMN places INTEGER NOT NULL DEFAULT 0;

UPDATE technique
SET places = 1
WHERE name IN ('full_house', 'naked_single', 'hidden_single', 'template_set', 'search');

DROP VIEW technique_usage;
DROP VIEW puzzle_technique;

CREATE VIEW puzzle_technique AS
SELECT z.puzzle_id, j.key AS technique, CAST(j.value AS INTEGER) AS deductions,
    CAST(COALESCE(JSON_EXTRACT(z.technique_steps, '$.' || j.key), 0) AS INTEGER) AS steps
FROM puzzle AS z
CROSS JOIN JSON_EACH(z.techniques) AS j;

CREATE VIEW technique_usage AS
SELECT t.name AS technique, t.title, t.level, COALESCE(u.puzzles, 0) AS puzzles, COALESCE(u.steps, 0) AS steps,
    CASE t.places WHEN 1 THEN COALESCE(u.deductions, 0) ELSE 0 END AS placements,
    CASE t.places WHEN 1 THEN 0 ELSE COALESCE(u.deductions, 0) END AS eliminations
FROM technique AS t
LEFT JOIN (
    SELECT w.technique, SUM(w.puzzles) AS puzzles, SUM(w.steps) AS steps, SUM(w.deductions) AS deductions
    FROM (
        SELECT j.key AS technique, 1 AS puzzles, 0 AS steps, j.value AS deductions
        FROM puzzle AS z
        CROSS JOIN JSON_EACH(z.techniques) AS j
        UNION ALL
        SELECT j.key, 0, j.value, 0
        FROM puzzle AS z
        CROSS JOIN JSON_EACH(z.technique_steps) AS j
    ) AS w
    GROUP BY w.technique
) AS u ON u.technique = t.name
ORDER BY t.tier;

INSERT INTO column_comment (table_name, column_name, comment)
VALUES
    ('puzzle', 'technique_steps', 'Steps of each technique, as JSON; view puzzle_technique has them as rows'),
    ('puzzle_technique', 'steps', 'Its steps'),
    ('technique', 'places', '1 for a technique that places digits, 0 for one that eliminates candidates');

-- +goose Down
DELETE FROM column_comment
WHERE column_name IN ('technique_steps', 'places') OR table_name = 'puzzle_technique' AND column_name = 'steps';

DROP VIEW technique_usage;
DROP VIEW puzzle_technique;

CREATE VIEW puzzle_technique AS
SELECT z.puzzle_id, j.key AS technique, CAST(j.value AS INTEGER) AS deductions
FROM puzzle AS z
CROSS JOIN JSON_EACH(z.techniques) AS j;

CREATE VIEW technique_usage AS
SELECT t.name AS technique, t.title, t.level, COUNT(DISTINCT s.puzzle_id) AS puzzles, COUNT(s.step) AS steps,
    COALESCE(SUM(s.placements), 0) AS placements, COALESCE(SUM(s.eliminations), 0) AS eliminations
FROM technique AS t
LEFT JOIN step AS s ON s.rule = t.name
GROUP BY t.tier, t.name, t.title, t.level;

ALTER TABLE technique DROP COLUMN places;
ALTER TABLE puzzle DROP COLUMN technique_steps;
