-- +goose Up
-- What was used for a puzzle, as rows: the column puzzle.techniques taken apart.
CREATE VIEW puzzle_technique AS
SELECT z.puzzle_id, j.key AS technique, CAST(j.value AS INTEGER) AS deductions
FROM puzzle AS z
CROSS JOIN JSON_EACH(z.techniques) AS j;

-- What a technique file found in a puzzle goes with the puzzle. All else does by its foreign key.

-- +goose StatementBegin
CREATE TRIGGER puzzle_removed AFTER DELETE ON puzzle
BEGIN
    DELETE FROM deduction WHERE puzzle_id = OLD.puzzle_id;
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER puzzle_removed;
DROP VIEW puzzle_technique;
