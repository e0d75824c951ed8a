-- +goose Up
-- Which run worked on which puzzle, and which steps are its own. A run that keeps no steps leaves no row in
-- step, and a run that finds nothing makes none, so only a row here tells that they were there.

-- One row for every time that a run has taken a puzzle as far as it could. last_step is first_step - 1 where it
-- made no step. Steps by hand belong to no run, nor do those that sql/apply.sql applied, which have rows
-- in step.
CREATE TABLE attempt (
    puzzle_id BIGINT NOT NULL,
    first_step INTEGER NOT NULL,
    last_step INTEGER NOT NULL,
    run_id BIGINT NOT NULL,
    CONSTRAINT pk_attempt PRIMARY KEY (puzzle_id, first_step),
    CONSTRAINT ck_attempt_steps CHECK (first_step > 0 AND last_step >= first_step - 1)
) PARTITION BY HASH (puzzle_id);

-- As many parts as the table puzzle has.

-- +goose StatementBegin
DO $$
DECLARE
    parts INTEGER := (SELECT COUNT(*) FROM pg_inherits AS i WHERE i.inhparent = CAST('puzzle' AS REGCLASS));
BEGIN
    FOR part IN 0 .. parts - 1 LOOP
        EXECUTE FORMAT(
            'CREATE TABLE %I PARTITION OF attempt FOR VALUES WITH (MODULUS %s, REMAINDER %s)', 'attempt_' || part, parts, part);
    END LOOP;
END
$$;
-- +goose StatementEnd

-- It goes with its puzzle, by a trigger that is there.

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION puzzle_evidence_removed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM step_evidence AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM branch AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM puzzle_tag AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM attempt AS x WHERE x.puzzle_id = OLD.puzzle_id;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- Steps that have rows, of each run as many in a row as there are.
INSERT INTO attempt (puzzle_id, first_step, last_step, run_id)
SELECT s.puzzle_id, MIN(s.step), MAX(s.step), s.run_id
FROM (
    SELECT x.puzzle_id, x.step, x.run_id, x.step - ROW_NUMBER() OVER (PARTITION BY x.puzzle_id, x.run_id ORDER BY x.step) AS island
    FROM step AS x
    INNER JOIN run AS r ON r.run_id = x.run_id
    WHERE x.rule <> 'manual' AND r.engine <> 'shell'
) AS s
GROUP BY s.puzzle_id, s.run_id, s.island;

-- Steps that have none, between those that have and after them. The last are of the run that left the puzzle
-- as it is. Which run made others is not known: it was one that keeps no steps.
INSERT INTO attempt (puzzle_id, first_step, last_step, run_id)
SELECT g.puzzle_id, g.previous + 1, g.step - 1, g.run_id
FROM (
    SELECT x.puzzle_id, x.step, LAG(x.step, 1, 0) OVER (PARTITION BY x.puzzle_id ORDER BY x.step) AS previous,
        CASE
            WHEN x.step > x.steps OR x.audit = 'none' THEN x.run_id
            ELSE (SELECT MIN(r.run_id) FROM run AS r WHERE r.audit = 'none')
        END AS run_id
    FROM (
        SELECT s.puzzle_id, s.step, z.steps, z.run_id, r.audit
        FROM step AS s
        INNER JOIN puzzle AS z ON z.puzzle_id = s.puzzle_id
        LEFT JOIN run AS r ON r.run_id = z.run_id
        UNION ALL
        SELECT z.puzzle_id, z.steps + 1, z.steps, z.run_id, r.audit
        FROM puzzle AS z
        LEFT JOIN run AS r ON r.run_id = z.run_id
    ) AS x
) AS g
WHERE g.step > g.previous + 1 AND g.run_id IS NOT NULL;

-- A run that made no step.
INSERT INTO attempt (puzzle_id, first_step, last_step, run_id)
SELECT z.puzzle_id, z.steps + 1, z.steps, z.run_id
FROM puzzle AS z
INNER JOIN run AS r ON r.run_id = z.run_id
WHERE r.engine <> 'shell'
    AND NOT EXISTS (
        SELECT 1
        FROM attempt AS a
        WHERE a.puzzle_id = z.puzzle_id AND a.run_id = z.run_id
    );

-- The first 16 hexadecimal digits of the SHA-256 of the columns started_at, engine, audit, selection, options and
-- version, a line feed after each: what a run was does not change any more. sql/apply.sql cannot compute it.
ALTER TABLE run ADD COLUMN checksum TEXT;

INSERT INTO column_comment (table_name, column_name, comment)
VALUES
    ('attempt', '', 'A run that worked on a puzzle, and the steps that are its own'),
    ('attempt', 'puzzle_id', 'The puzzle'),
    ('attempt', 'first_step', 'The first step that the run could make'),
    ('attempt', 'last_step', 'The last step that it made; first_step - 1 if it made none'),
    ('attempt', 'run_id', 'The run'),
    ('run', 'checksum', 'Of the columns that never change, for verify; null for steps applied by hand');

-- The same as comments of the database.

-- +goose StatementBegin
DO $$
DECLARE
    r RECORD;
BEGIN
    FOR r IN SELECT c.table_name, c.column_name, c.comment FROM column_comment AS c WHERE c.table_name IN ('attempt', 'run') LOOP
        IF r.column_name <> '' THEN
            EXECUTE FORMAT('COMMENT ON COLUMN %I.%I IS %L', r.table_name, r.column_name, r.comment);
        ELSE
            EXECUTE FORMAT('COMMENT ON TABLE %I IS %L', r.table_name, r.comment);
        END IF;
    END LOOP;
END
$$;
-- +goose StatementEnd

-- +goose Down
DELETE FROM column_comment WHERE table_name = 'attempt' OR column_name = 'checksum';
ALTER TABLE run DROP COLUMN checksum;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION puzzle_evidence_removed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM step_evidence AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM branch AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM puzzle_tag AS x WHERE x.puzzle_id = OLD.puzzle_id;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
DROP TABLE attempt;
