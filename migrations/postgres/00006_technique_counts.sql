-- +goose Up
-- What was used for a puzzle, as rows: the column puzzle.techniques taken apart.
CREATE VIEW puzzle_technique AS
SELECT z.puzzle_id, j.key AS technique, CAST(j.value AS INTEGER) AS deductions
FROM puzzle AS z
CROSS JOIN JSON_EACH_TEXT(CAST(z.techniques AS JSON)) AS j;

-- For apply.sql, which must run in the shells of both databases and so calls what joins
-- texts by the name that SQLite has for it.

-- +goose StatementBegin
CREATE FUNCTION group_concat_next(joined TEXT, item TEXT, separator TEXT) RETURNS TEXT IMMUTABLE LANGUAGE SQL AS $$
    SELECT CASE WHEN item IS NULL THEN joined WHEN joined IS NULL THEN item ELSE joined || separator || item END
$$;
-- +goose StatementEnd

CREATE AGGREGATE group_concat(TEXT, TEXT) (SFUNC = group_concat_next, STYPE = TEXT);

-- +goose Down
DROP AGGREGATE group_concat(TEXT, TEXT);
DROP FUNCTION group_concat_next(TEXT, TEXT, TEXT);
DROP VIEW puzzle_technique;
