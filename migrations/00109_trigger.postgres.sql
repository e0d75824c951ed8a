-- +goose Up
-- Any SQL client may write rows into the views cell, elimination, candidate and step. Triggers check every such row, whatever
-- its rule is, store it, and update the candidates.
--   INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 45, 7, 'manual')
-- The rule is given, manual or the name of a technique. A given has step 0. Rows of any other rule become a step, or join
-- the step whose number they name. The program writes the tables behind the views, without these triggers.
--
-- The functions read a row into variables, change these, and write the row back. Citus then sends each statement to the node that
-- has the puzzle.

-- +goose StatementBegin
CREATE FUNCTION refuse_row(problem TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%', problem USING ERRCODE = 'check_violation';
END
$$;
-- +goose StatementEnd

-- The row of the puzzle is locked first, so that nobody else solves the puzzle meanwhile.

-- +goose StatementBegin
CREATE FUNCTION unfinished_puzzle(wanted BIGINT) RETURNS puzzle LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    z puzzle;
BEGIN
    SELECT * INTO z FROM puzzle AS p WHERE p.puzzle_id = wanted FOR UPDATE;
    IF NOT FOUND THEN
        PERFORM refuse_row('no such puzzle');
    END IF;
    IF z.status NOT IN ('new', 'stuck') THEN
        PERFORM refuse_row('the puzzle is finished');
    END IF;
    RETURN z;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION check_rule(wanted TEXT, allowed TEXT) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF wanted NOT IN ('manual', allowed) AND NOT EXISTS (SELECT 1 FROM technique AS t WHERE t.name = wanted) THEN
        PERFORM refuse_row('no such rule, want ' || CASE allowed WHEN 'given' THEN 'given, ' ELSE '' END || 'manual or the name of a technique');
    END IF;
END
$$;
-- +goose StatementEnd

-- The candidates of the 81 cells, as sets. Citus plans no statement with a parameter in a function of LANGUAGE SQL.

-- +goose StatementBegin
CREATE FUNCTION read_marks(wanted BIGINT) RETURNS INTEGER[] LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    sets INTEGER[];
BEGIN
    SELECT ARRAY_AGG(CAST(o.combination_id AS INTEGER) ORDER BY o.cell) INTO sets FROM open_cell AS o WHERE o.puzzle_id = wanted;
    RETURN sets;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION write_marks(wanted BIGINT, sets INTEGER[]) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    text_of_sets TEXT;
BEGIN
    SELECT STRING_AGG(LPAD(CAST(s.value AS TEXT), 3, '0'), '' ORDER BY s.place) INTO text_of_sets
    FROM UNNEST(sets) WITH ORDINALITY AS s (value, place);
    INSERT INTO stored_candidate (puzzle_id, marks)
    VALUES (wanted, text_of_sets)
    ON CONFLICT (puzzle_id) DO UPDATE SET marks = EXCLUDED.marks;
END
$$;
-- +goose StatementEnd

-- The number of a rule. A rule without a number gets the next one.

-- +goose StatementBegin
CREATE FUNCTION number_of_rule(wanted TEXT) RETURNS INTEGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    number INTEGER;
    free INTEGER;
BEGIN
    LOOP
        SELECT r.rule_no INTO number FROM rule AS r WHERE r.rule = wanted;
        EXIT WHEN FOUND;
        SELECT MAX(r.rule_no) + 1 INTO free FROM rule AS r;
        INSERT INTO rule (rule_no, rule) VALUES (free, wanted) ON CONFLICT DO NOTHING;
    END LOOP;
    RETURN number;
END
$$;
-- +goose StatementEnd

-- The cells and steps of a puzzle, also of one that has none yet.

-- +goose StatementBegin
CREATE FUNCTION read_path(wanted BIGINT) RETURNS stored_path LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    path stored_path;
BEGIN
    SELECT * INTO path FROM stored_path AS s WHERE s.puzzle_id = wanted;
    IF NOT FOUND THEN
        path.puzzle_id := wanted;
        path.cells := ARRAY_FILL(0, ARRAY[81]);
        path.steps := ARRAY[]::BIGINT[];
    END IF;
    RETURN path;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION write_path(path stored_path) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO stored_path (puzzle_id, cells, patterns, steps, runs)
    VALUES (path.puzzle_id, path.cells, path.patterns, path.steps, path.runs)
    ON CONFLICT (puzzle_id) DO UPDATE
    SET cells = EXCLUDED.cells, patterns = EXCLUDED.patterns, steps = EXCLUDED.steps, runs = EXCLUDED.runs;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION write_step(wanted BIGINT, number INTEGER, rule_name TEXT, placed INTEGER, crossed_out INTEGER, run BIGINT)
RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    path stored_path := read_path(wanted);
    apart BIGINT := CASE WHEN run NOT BETWEEN 0 AND 92233720367 THEN run END;
BEGIN
    -- An array that grows at its end keeps the first index 1.
    WHILE CARDINALITY(path.steps) < number LOOP
        path.steps := path.steps || CAST(0 AS BIGINT);
    END LOOP;
    IF apart IS NOT NULL OR path.runs IS NOT NULL THEN
        path.runs := COALESCE(path.runs, ARRAY_FILL(CAST(NULL AS BIGINT), ARRAY[number]));
        path.runs[number] := apart;
    END IF;
    path.steps[number] := ((CASE WHEN apart IS NULL THEN COALESCE(run, 0) ELSE 0 END * 1000 + number_of_rule(rule_name)) * 100 + placed) * 1000 + crossed_out;
    PERFORM write_path(path);
END
$$;
-- +goose StatementEnd

-- The step of a row by hand. It is a new step, or the step whose number the row names. If there is a step with a number
-- above puzzle.steps, it is a step of sql/apply.sql, which counts its rows itself, and the answer is null. A new step makes
-- earlier deductions invalid. The rating continues from what it was. Steps of techniques belong to one run, like those of
-- sql/apply.sql, which may use all techniques.

-- +goose StatementBegin
CREATE FUNCTION step_by_hand(z puzzle, rule_name TEXT, asked INTEGER, placed INTEGER, crossed_out INTEGER)
RETURNS INTEGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    number INTEGER := z.steps + 1;
    known step;
    names TEXT;
    run_of_shell BIGINT;
    used_techniques TEXT;
    used_steps TEXT;
    new_hardest TEXT;
    new_level TEXT;
    weight_of_rule INTEGER;
BEGIN
    SELECT * INTO known FROM step AS s WHERE s.puzzle_id = z.puzzle_id AND s.step = z.steps + 1;
    IF FOUND AND asked = number THEN
        RETURN NULL;
    END IF;
    IF asked IS NULL OR asked = number THEN
        IF rule_name <> 'manual' THEN
            SELECT STRING_AGG(t.name, ',' ORDER BY t.tier) INTO names FROM technique AS t;
            IF NOT EXISTS (SELECT 1 FROM run AS r WHERE r.engine = 'shell' AND r.selection = names) THEN
                INSERT INTO run (started_at, engine, audit, selection, options, version)
                VALUES (CAST(CURRENT_TIMESTAMP AS TEXT), 'shell', 'full', names, '{}', '');
            END IF;
            SELECT MAX(r.run_id) INTO run_of_shell FROM run AS r WHERE r.engine = 'shell';
        END IF;
        PERFORM write_step(z.puzzle_id, number, rule_name, placed, crossed_out, run_of_shell);
        SELECT t.weight INTO weight_of_rule FROM technique AS t WHERE t.name = rule_name;
        SELECT t.name, t.level INTO new_hardest, new_level
        FROM technique AS t
        WHERE t.name IN (rule_name, z.hardest)
        ORDER BY t.level_no DESC, t.weight DESC, t.tier DESC
        LIMIT 1;
        UPDATE puzzle AS p
        SET steps = number, status = 'new', score = p.score + COALESCE(weight_of_rule, 0), hardest = new_hardest, level = new_level
        WHERE p.puzzle_id = z.puzzle_id;
        DELETE FROM deduction AS d WHERE d.puzzle_id = z.puzzle_id;
        DELETE FROM deduction_evidence AS d WHERE d.puzzle_id = z.puzzle_id;
        DELETE FROM needed AS d WHERE d.puzzle_id = z.puzzle_id;
    ELSE
        SELECT * INTO known FROM step AS s WHERE s.puzzle_id = z.puzzle_id AND s.step = z.steps;
        IF NOT FOUND OR asked <> z.steps OR known.rule <> rule_name OR rule_name = 'manual' THEN
            PERFORM refuse_row('leave step out or give the next one');
        END IF;
        number := asked;
        PERFORM write_step(z.puzzle_id, number, rule_name, known.placements + placed, known.eliminations + crossed_out, known.run_id);
    END IF;
    IF rule_name <> 'manual' THEN
        SELECT '{' || STRING_AGG('"' || u.name || '":' || u.deductions, ',' ORDER BY u.tier) || '}',
            '{' || STRING_AGG('"' || u.name || '":' || u.steps, ',' ORDER BY u.tier) || '}'
        INTO used_techniques, used_steps
        FROM (
            SELECT t.name, t.tier, SUM(x.deductions) AS deductions, SUM(x.steps) AS steps
            FROM (
                SELECT j.key AS technique, CAST(j.value AS INTEGER) AS deductions,
                    COALESCE(CAST(CAST(z.technique_steps AS JSON) ->> j.key AS INTEGER), 0) AS steps
                FROM JSON_EACH_TEXT(CAST(z.techniques AS JSON)) AS j
                UNION ALL
                SELECT rule_name, 1, CASE number WHEN z.steps THEN 0 ELSE 1 END
            ) AS x
            INNER JOIN technique AS t ON t.name = x.technique
            GROUP BY t.tier, t.name
        ) AS u;
        UPDATE puzzle AS p
        SET techniques = used_techniques, technique_steps = used_steps
        WHERE p.puzzle_id = z.puzzle_id;
    END IF;
    RETURN number;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION check_state_read(z puzzle) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF z.state <> '' AND NOT EXISTS (SELECT 1 FROM stored_candidate AS c WHERE c.puzzle_id = z.puzzle_id) THEN
        PERFORM refuse_row('nobody has read the state of the puzzle yet, solve the puzzle first');
    END IF;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION check_fit(wanted BIGINT, at_cell INTEGER, wanted_digit INTEGER) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = wanted AND c.cell = at_cell) THEN
        PERFORM refuse_row('the cell holds a digit already');
    END IF;
    IF EXISTS (
        SELECT 1
        FROM cell AS c
        INNER JOIN peer AS p ON p.peer = c.cell
        WHERE p.cell = at_cell AND c.puzzle_id = wanted AND c.digit = wanted_digit
    ) THEN
        PERFORM refuse_row('the digit stands in the row, column or box of the cell already');
    END IF;
END
$$;
-- +goose StatementEnd

-- Step 0 with rule manual is for the digits of the column state, before the puzzle has candidates. A given that the puzzle has
-- already changes nothing. If a technique fills the last cell, the puzzle is solved. A last cell filled by hand proves nothing.

-- +goose StatementBegin
CREATE FUNCTION cell_entered() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    z puzzle := unfinished_puzzle(NEW.puzzle_id);
    target INTEGER;
    given TEXT;
    number INTEGER;
    sets INTEGER[];
    peers INTEGER[];
    path stored_path;
    evidence INTEGER;
    filled TEXT;
    run BIGINT;
BEGIN
    SELECT l.row_no * 9 - 9 + l.column_no INTO target FROM location_wide AS l WHERE l.cell = NEW.cell;
    IF NOT FOUND THEN
        PERFORM refuse_row('no such cell, want row * 10 + column, 11 to 99');
    END IF;
    IF NEW.digit IS NULL OR NEW.digit NOT BETWEEN 1 AND 9 THEN
        PERFORM refuse_row('no such digit, want 1 to 9');
    END IF;
    PERFORM check_rule(NEW.rule, 'given');
    given := SUBSTR(z.givens, target, 1);
    IF NEW.rule = 'given' THEN
        IF z.steps > 0 OR NEW.step <> 0 THEN
            PERFORM refuse_row('a given has step 0 and comes before all steps');
        END IF;
        IF given = CAST(NEW.digit AS TEXT) THEN
            RETURN NEW;
        END IF;
    END IF;
    PERFORM check_fit(NEW.puzzle_id, NEW.cell, NEW.digit);
    IF NEW.rule = 'given' AND z.state <> '' THEN
        PERFORM refuse_row('the puzzle came with another digit, or with none, in the cell');
    END IF;
    IF NEW.rule <> 'given' AND (NEW.rule <> 'manual' OR NEW.step IS DISTINCT FROM 0) THEN
        PERFORM check_state_read(z);
    END IF;
    IF NEW.rule <> 'given' AND NEW.step IS DISTINCT FROM 0
        OR EXISTS (SELECT 1 FROM stored_candidate AS c WHERE c.puzzle_id = NEW.puzzle_id) THEN
        sets := read_marks(NEW.puzzle_id);
        SELECT ARRAY_AGG(l.row_no * 9 - 9 + l.column_no) INTO peers
        FROM peer AS p
        INNER JOIN location_wide AS l ON l.cell = p.peer
        WHERE p.cell = NEW.cell;
    END IF;
    IF NEW.rule = 'given' THEN
        -- On Citus, nothing else does what the trigger puzzle_changed does.
        given := OVERLAY(z.givens PLACING CAST(NEW.digit AS TEXT) FROM target);
        DELETE FROM puzzle_key AS k WHERE k.givens = z.givens AND k.state = '';
        INSERT INTO puzzle_key (givens, state, puzzle_id) VALUES (given, '', NEW.puzzle_id);
        UPDATE puzzle AS p SET givens = given, canonical = NULL WHERE p.puzzle_id = NEW.puzzle_id;
    ELSE
        IF NEW.rule <> 'manual' OR NEW.step IS DISTINCT FROM 0 OR z.state = '' OR sets IS NOT NULL THEN
            number := step_by_hand(z, NEW.rule, NEW.step, 1, 0);
            NEW.step := COALESCE(number, NEW.step);
        END IF;
        path := read_path(NEW.puzzle_id);
        NEW.pattern := COALESCE(NEW.pattern, 0);
        evidence := CASE
            WHEN NEW.pattern = 0 THEN 0
            WHEN NEW.pattern = NEW.cell * 10 + NEW.digit THEN 98
            WHEN NEW.pattern % 1000 = NEW.cell * 10 + NEW.digit AND NEW.pattern / 1000 BETWEEN 1 AND 27 THEN NEW.pattern / 1000
            ELSE 99
        END;
        IF evidence = 99 THEN
            path.patterns := COALESCE(path.patterns, ARRAY_FILL(CAST(NULL AS BIGINT), ARRAY[81]));
            path.patterns[target] := NEW.pattern;
        END IF;
        path.cells[target] := ((NEW.digit * 1000 + NEW.step) * 1000 + number_of_rule(NEW.rule)) * 100 + evidence;
        PERFORM write_path(path);
    END IF;
    IF sets IS NOT NULL THEN
        sets[target] := 0;
        FOR i IN 1 .. CARDINALITY(peers) LOOP
            sets[peers[i]] := sets[peers[i]] & ~(1 << (NEW.digit - 1));
        END LOOP;
        PERFORM write_marks(NEW.puzzle_id, sets);
    END IF;
    IF number IS NOT NULL AND NEW.rule <> 'manual' THEN
        SELECT STRING_AGG(CAST(c.digit AS TEXT), '' ORDER BY c.cell) INTO filled FROM cell AS c WHERE c.puzzle_id = NEW.puzzle_id;
        IF LENGTH(filled) = 81 THEN
            SELECT s.run_id INTO run FROM step AS s WHERE s.puzzle_id = NEW.puzzle_id AND s.step = number;
            UPDATE puzzle AS p
            SET status = 'solved', run_id = run, solution = filled
            WHERE p.puzzle_id = NEW.puzzle_id;
            DELETE FROM stored_candidate AS c WHERE c.puzzle_id = NEW.puzzle_id;
        END IF;
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER cell_entered INSTEAD OF INSERT ON cell
FOR EACH ROW EXECUTE FUNCTION cell_entered();

-- +goose StatementBegin
CREATE FUNCTION elimination_entered() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    z puzzle := unfinished_puzzle(NEW.puzzle_id);
    target INTEGER;
    sets INTEGER[];
BEGIN
    PERFORM check_rule(NEW.rule, 'manual');
    PERFORM check_state_read(z);
    SELECT l.row_no * 9 - 9 + l.column_no INTO target FROM location_wide AS l WHERE l.cell = NEW.cell;
    sets := read_marks(NEW.puzzle_id);
    IF target IS NULL OR NEW.digit IS NULL OR NEW.digit NOT BETWEEN 1 AND 9 OR sets[target] & (1 << (NEW.digit - 1)) = 0 THEN
        PERFORM refuse_row('the digit is no candidate of the cell');
    END IF;
    NEW.step := COALESCE(step_by_hand(z, NEW.rule, NEW.step, 0, 1), NEW.step);
    sets[target] := sets[target] & ~(1 << (NEW.digit - 1));
    PERFORM write_marks(NEW.puzzle_id, sets);
    INSERT INTO stored_elimination (puzzle_id, cell, digit, step, rule_no, pattern)
    VALUES (NEW.puzzle_id, NEW.cell, NEW.digit, NEW.step, number_of_rule(NEW.rule), COALESCE(NEW.pattern, 0));
    RETURN NEW;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER elimination_entered INSTEAD OF INSERT ON elimination
FOR EACH ROW EXECUTE FUNCTION elimination_entered();

-- +goose StatementBegin
CREATE FUNCTION candidate_entered() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    z puzzle := unfinished_puzzle(NEW.puzzle_id);
    target INTEGER;
    sets INTEGER[];
BEGIN
    SELECT l.row_no * 9 - 9 + l.column_no INTO target FROM location_wide AS l WHERE l.cell = NEW.cell;
    IF target IS NULL OR NEW.digit IS NULL OR NEW.digit NOT BETWEEN 1 AND 9 THEN
        PERFORM refuse_row('no such cell or digit, want row * 10 + column and 1 to 9');
    END IF;
    PERFORM check_fit(NEW.puzzle_id, NEW.cell, NEW.digit);
    sets := read_marks(NEW.puzzle_id);
    IF sets[target] & (1 << (NEW.digit - 1)) <> 0 THEN
        PERFORM refuse_row('the candidate is there already');
    END IF;
    sets[target] := sets[target] | (1 << (NEW.digit - 1));
    PERFORM write_marks(NEW.puzzle_id, sets);
    RETURN NEW;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER candidate_entered INSTEAD OF INSERT ON candidate
FOR EACH ROW EXECUTE FUNCTION candidate_entered();

-- +goose StatementBegin
CREATE FUNCTION step_entered() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    z puzzle := unfinished_puzzle(NEW.puzzle_id);
BEGIN
    PERFORM check_rule(NEW.rule, 'manual');
    IF NEW.step IS DISTINCT FROM z.steps + 1 THEN
        PERFORM refuse_row('a step has the next number');
    END IF;
    PERFORM write_step(NEW.puzzle_id, NEW.step, NEW.rule, NEW.placements, NEW.eliminations, NEW.run_id);
    RETURN NEW;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER step_entered INSTEAD OF INSERT ON step
FOR EACH ROW EXECUTE FUNCTION step_entered();

-- A changed or deleted row would not agree with the candidates and the steps.

-- +goose StatementBegin
CREATE FUNCTION not_changed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM refuse_row(TG_ARGV[0] || CASE TG_OP WHEN 'DELETE' THEN ' is not deleted, ' ELSE ' is not changed, ' END || TG_ARGV[1]);
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER cell_not_changed INSTEAD OF UPDATE OR DELETE ON cell
FOR EACH ROW EXECUTE FUNCTION not_changed('a filled cell', 'its candidates and steps would not go with it');

CREATE TRIGGER elimination_not_changed INSTEAD OF UPDATE OR DELETE ON elimination
FOR EACH ROW EXECUTE FUNCTION not_changed('an elimination', 'its candidates and steps would not go with it');

CREATE TRIGGER candidate_not_changed INSTEAD OF UPDATE OR DELETE ON candidate
FOR EACH ROW EXECUTE FUNCTION not_changed('a candidate', 'insert it into elimination to take it away');

CREATE TRIGGER step_not_changed INSTEAD OF UPDATE OR DELETE ON step
FOR EACH ROW EXECUTE FUNCTION not_changed('a step', 'its rows would not go with it');

-- Rows that are added and deleted with a puzzle.

-- +goose StatementBegin
CREATE FUNCTION puzzle_added() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    other BIGINT;
BEGIN
    INSERT INTO puzzle_key (givens, state, puzzle_id)
    VALUES (NEW.givens, NEW.state, NEW.puzzle_id)
    ON CONFLICT (givens, state) DO NOTHING;
    SELECT k.puzzle_id INTO other
    FROM puzzle_key AS k
    WHERE k.givens = NEW.givens AND k.state = NEW.state AND k.puzzle_id <> NEW.puzzle_id;
    IF FOUND THEN
        RAISE EXCEPTION 'the puzzle is there already as puzzle %', other USING ERRCODE = 'unique_violation';
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION puzzle_removed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM puzzle_key AS k WHERE k.givens = OLD.givens AND k.state = OLD.state;
    DELETE FROM stored_path AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM stored_candidate AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM stored_elimination AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM contradiction AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM stored_evidence AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM branch AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM needed AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM puzzle_tag AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM attempt AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM game AS x WHERE x.puzzle_id = OLD.puzzle_id;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- The number of a puzzle cannot change, because its rows name it. If its givens change, puzzle_key follows.

-- +goose StatementBegin
CREATE FUNCTION puzzle_changed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF NEW.puzzle_id <> OLD.puzzle_id THEN
        RAISE EXCEPTION 'a puzzle keeps its puzzle_id' USING ERRCODE = 'foreign_key_violation';
    END IF;
    UPDATE puzzle_key AS k
    SET givens = NEW.givens, state = NEW.state
    WHERE k.givens = OLD.givens AND k.state = OLD.state;
    IF NEW.givens <> OLD.givens THEN
        NEW.canonical := NULL;
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd

-- Workers that wait for puzzles receive a notification on this channel when new ones are committed.

-- +goose StatementBegin
CREATE FUNCTION puzzle_waits() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM PG_NOTIFY('setdoku_puzzle', CURRENT_SCHEMA());
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- Citus refuses triggers of a table that it has distributed, see citus/distribute.sql.

-- +goose StatementBegin
DO $$
BEGIN
    IF TO_REGCLASS('pg_dist_partition') IS NOT NULL THEN
        IF EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('puzzle' AS REGCLASS)) THEN
            RETURN;
        END IF;
    END IF;
    CREATE TRIGGER puzzle_added AFTER INSERT ON puzzle FOR EACH ROW EXECUTE FUNCTION puzzle_added();
    CREATE TRIGGER puzzle_removed AFTER DELETE ON puzzle FOR EACH ROW EXECUTE FUNCTION puzzle_removed();
    CREATE TRIGGER puzzle_changed BEFORE UPDATE OF puzzle_id, givens, state ON puzzle FOR EACH ROW EXECUTE FUNCTION puzzle_changed();
    CREATE TRIGGER puzzle_waits AFTER INSERT ON puzzle FOR EACH STATEMENT EXECUTE FUNCTION puzzle_waits();
END
$$;
-- +goose StatementEnd

-- A shell runs a statement of sql/shared by a row in shared_statement.
-- +goose StatementBegin
CREATE FUNCTION run_shared_statement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.name = 'link_groups' THEN
-- @include shared/link_groups
    ELSIF NEW.name = 'join_links' THEN
-- @include shared/join_links
    ELSIF NEW.name = 'reach_chains' THEN
-- @include shared/reach_chains
        LOOP
-- @include shared/extend_chains
            EXIT WHEN NOT FOUND;
        END LOOP;
    ELSIF NEW.name = 'reach_weighted_chains' THEN
-- @include shared/reach_weighted_chains
        LOOP
-- @include shared/extend_weighted_chains
            EXIT WHEN NOT FOUND;
        END LOOP;
    ELSIF NEW.name = 'chain_evidence' THEN
-- @include shared/chain_evidence
    ELSIF NEW.name = 'fish_evidence' THEN
-- @include shared/fish_evidence
    ELSIF NEW.name = 'hypothesis_sets' THEN
-- @include shared/hypothesis_sets
    ELSIF NEW.name = 'forcing_evidence' THEN
-- @include shared/forcing_evidence
    END IF;
    RETURN NULL;
END;
$$;
-- +goose StatementEnd

CREATE TRIGGER shared_statement_run INSTEAD OF INSERT ON shared_statement
FOR EACH ROW EXECUTE FUNCTION run_shared_statement();

-- +goose Down
DROP TRIGGER shared_statement_run ON shared_statement;
DROP FUNCTION run_shared_statement();
-- Citus has no triggers of puzzle, and refuses DROP TRIGGER IF EXISTS.
DROP FUNCTION puzzle_waits() CASCADE;
DROP FUNCTION puzzle_changed() CASCADE;
DROP FUNCTION puzzle_removed() CASCADE;
DROP FUNCTION puzzle_added() CASCADE;
DROP TRIGGER step_not_changed ON step;
DROP TRIGGER candidate_not_changed ON candidate;
DROP TRIGGER elimination_not_changed ON elimination;
DROP TRIGGER cell_not_changed ON cell;
DROP TRIGGER step_entered ON step;
DROP TRIGGER candidate_entered ON candidate;
DROP TRIGGER elimination_entered ON elimination;
DROP TRIGGER cell_entered ON cell;
DROP FUNCTION not_changed();
DROP FUNCTION step_entered();
DROP FUNCTION candidate_entered();
DROP FUNCTION elimination_entered();
DROP FUNCTION cell_entered();
DROP FUNCTION check_fit(BIGINT, INTEGER, INTEGER);
DROP FUNCTION check_state_read(puzzle);
DROP FUNCTION step_by_hand(puzzle, TEXT, INTEGER, INTEGER, INTEGER);
DROP FUNCTION write_step(BIGINT, INTEGER, TEXT, INTEGER, INTEGER, BIGINT);
DROP FUNCTION write_path(stored_path);
DROP FUNCTION read_path(BIGINT);
DROP FUNCTION number_of_rule(TEXT);
DROP FUNCTION write_marks(BIGINT, INTEGER[]);
DROP FUNCTION read_marks(BIGINT);
DROP FUNCTION check_rule(TEXT, TEXT);
DROP FUNCTION unfinished_puzzle(BIGINT);
DROP FUNCTION refuse_row(TEXT);
