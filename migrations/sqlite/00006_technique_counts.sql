-- +goose Up
-- What was used for a puzzle, as rows: the column puzzle.techniques taken apart.
CREATE VIEW puzzle_technique AS
SELECT z.puzzle_id, j.key AS technique, CAST(j.value AS INTEGER) AS deductions
FROM puzzle AS z
CROSS JOIN JSON_EACH(z.techniques) AS j;

-- +goose Down
DROP VIEW puzzle_technique;
