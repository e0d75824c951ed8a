-- Marks: @postgres, @comments. migrations/embed.go says what they mean; setdoku migrate sql prints the text without them.
-- Descriptions of tables, views and columns, for people who see the database for the first time. They are next to the columns in
-- CREATE TABLE and CREATE VIEW.
CREATE TABLE column_comment ( -- Descriptions of tables, views and their columns
    table_name TEXT NOT NULL, -- Table or view
    column_name TEXT NOT NULL, -- Column, empty for the table itself
    comment TEXT NOT NULL, -- The description
    CONSTRAINT pk_column_comment PRIMARY KEY (table_name, column_name)
) STRICT, WITHOUT ROWID;

INSERT INTO column_comment (table_name, column_name, comment)
VALUES
    -- @comments;

-- @postgres begin
-- PostgreSQL also has them as comments of the database.
DO $$
DECLARE
    r RECORD;
BEGIN
    FOR r IN
        SELECT c.table_name, c.column_name, c.comment, k.relkind
        FROM column_comment AS c
        INNER JOIN pg_class AS k ON k.oid = CAST(c.table_name AS REGCLASS)
    LOOP
        IF r.column_name <> '' THEN
            EXECUTE FORMAT('COMMENT ON COLUMN %I.%I IS %L', r.table_name, r.column_name, r.comment);
        ELSE
            EXECUTE FORMAT('COMMENT ON %s %I IS %L', CASE r.relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, r.table_name, r.comment);
        END IF;
    END LOOP;
END
$$;
-- @postgres end
