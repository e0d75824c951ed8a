-- Marks: BIGINT, @postgres, @work. migrations/embed.go says what they mean; setdoku migrate sql prints the text without them.
-- The tables in which technique files work when you run them in a shell. The solver uses temporary tables of the same names.

CREATE TABLE deduction ( -- Deductions of technique files that were run by hand and are not applied yet
    puzzle_id BIGINT NOT NULL, -- The puzzle
    technique TEXT NOT NULL, -- The technique that found it, as technique.name
    placement INTEGER NOT NULL, -- 1 if the digit is placed, 0 if the candidate is eliminated
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    digit INTEGER NOT NULL, -- The digit, 1 to 9
    pattern BIGINT NOT NULL, -- Number that identifies the pattern; pattern_field says how to read it
    CONSTRAINT pk_deduction PRIMARY KEY (puzzle_id, technique, cell, digit)
) STRICT, WITHOUT ROWID;

CREATE TABLE deduction_evidence ( -- The parts of the patterns in deduction
    puzzle_id BIGINT NOT NULL, -- The puzzle
    technique TEXT NOT NULL, -- The technique, as technique.name
    pattern BIGINT NOT NULL, -- The pattern, as in deduction
    ordinal INTEGER NOT NULL, -- Position of the part in the pattern
    role TEXT NOT NULL, -- What the part does in the proof
    cell INTEGER, -- Its cell, null if it has none
    digit INTEGER, -- Its digit, null if it has none
    unit_no INTEGER, -- Its unit, null if it has none
    CONSTRAINT pk_deduction_evidence PRIMARY KEY (puzzle_id, technique, pattern, ordinal)
) STRICT, WITHOUT ROWID;

-- Work tables of several files. Other files make their work tables themselves with CREATE TEMP TABLE. These must be in the database,
-- because triggers run shared statements on them. Nothing but the solver fills consequence, in its temporary table.

-- @work hypothesis For techniques that assume a digit
-- @work consequence For techniques that assume a digit
-- @work tridagon_cell Work table of tridagon and forcing_tridagon
-- @work forcing_pattern Work table of the techniques of forcing
-- @work hypothesis_loss Work table of the techniques of forcing
-- @work forcing_verity Work table of the techniques of forcing
CREATE INDEX hypothesis_parent ON hypothesis (parent, cell, digit);

-- @work chain_place Work table of the chain techniques
-- @work chain_weak Work table of the chain techniques
-- @work chain_sight Work table of the chain techniques
-- @work chain_strong Work table of the chain techniques
-- @work chain_link Work table of the chain techniques
-- @work chain_reach Work table of the chain techniques
-- @work chain_shape Work table of the chain techniques
-- @work chain_walk Work table of the chain techniques
CREATE INDEX chain_reach_links ON chain_reach (links);

-- @postgres begin
-- The parts of all tables with parts. Their number is the setting setdoku.partitions of the session that migrates, 16 if it is not set.
DO $$
DECLARE
    parts INTEGER := COALESCE(NULLIF(CURRENT_SETTING('setdoku.partitions', TRUE), ''), '16');
    parent TEXT;
BEGIN
    FOR parent IN
        SELECT c.relname
        FROM pg_class AS c
        WHERE c.relkind = 'p' AND c.relnamespace = (SELECT n.oid FROM pg_namespace AS n WHERE n.nspname = CURRENT_SCHEMA())
    LOOP
        FOR part IN 0 .. parts - 1 LOOP
            EXECUTE FORMAT(
                'CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
                parent || '_' || part, parent, parts, part);
        END LOOP;
    END LOOP;
END
$$;
-- @postgres end
