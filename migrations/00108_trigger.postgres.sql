-- +goose Up
-- Any SQL client may write rows into cell, elimination and candidate. Triggers check every such row, whatever its rule is,
-- and update the candidates.
--   INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 45, 7, 'manual')
-- The rule is given, manual or the name of a technique. A given has step 0. Rows of any other rule become a step, or join
-- the step whose number they name. The program sets setdoku.bulk in a transaction in which it writes many rows. You may do
-- the same to copy rows that were checked elsewhere.

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

-- The step of a row by hand. It is a new step, or the step whose number the row names. If there is a step with a number
-- above puzzle.steps, it is a step of sql/apply.sql, which counts its rows itself, and the answer is null. A new step makes
-- earlier deductions invalid. The rating continues from what it was. Steps of techniques belong to one run, like those of
-- sql/apply.sql, which may use all techniques.

-- +goose StatementBegin
CREATE FUNCTION step_by_hand(z puzzle, rule_name TEXT, asked INTEGER, placed INTEGER, crossed_out INTEGER)
RETURNS INTEGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    number INTEGER := z.steps + 1;
    known BOOLEAN := EXISTS (SELECT 1 FROM step AS s WHERE s.puzzle_id = z.puzzle_id AND s.step = z.steps + 1);
    names TEXT;
    run_of_shell BIGINT;
BEGIN
    IF known AND asked = number THEN
        RETURN NULL;
    END IF;
    IF asked IS NULL OR asked = number THEN
        IF rule_name <> 'manual' THEN
            SELECT STRING_AGG(t.name, ',' ORDER BY t.tier) INTO names FROM technique AS t;
            INSERT INTO run (started_at, engine, audit, selection, options, version)
            SELECT CAST(CURRENT_TIMESTAMP AS TEXT), 'shell', 'full', names, '{}', ''
            WHERE NOT EXISTS (SELECT 1 FROM run AS r WHERE r.engine = 'shell' AND r.selection = names);
            SELECT MAX(r.run_id) INTO run_of_shell FROM run AS r WHERE r.engine = 'shell';
        END IF;
        INSERT INTO step (puzzle_id, step, rule, placements, eliminations, run_id)
        VALUES (z.puzzle_id, number, rule_name, placed, crossed_out, run_of_shell);
        UPDATE puzzle AS p
        SET steps = number, status = 'new',
            score = p.score + COALESCE((SELECT t.weight FROM technique AS t WHERE t.name = rule_name), 0),
            hardest = (
                SELECT t.name
                FROM technique AS t
                WHERE t.name IN (rule_name, p.hardest)
                ORDER BY t.level_no DESC, t.weight DESC, t.tier DESC
                LIMIT 1
            ),
            level = (
                SELECT t.level
                FROM technique AS t
                WHERE t.name IN (rule_name, p.hardest)
                ORDER BY t.level_no DESC
                LIMIT 1
            )
        WHERE p.puzzle_id = z.puzzle_id;
        DELETE FROM deduction AS d WHERE d.puzzle_id = z.puzzle_id;
        DELETE FROM deduction_evidence AS d WHERE d.puzzle_id = z.puzzle_id;
        DELETE FROM needed AS d WHERE d.puzzle_id = z.puzzle_id;
    ELSE
        UPDATE step AS s
        SET placements = s.placements + placed, eliminations = s.eliminations + crossed_out
        WHERE s.puzzle_id = z.puzzle_id AND s.step = z.steps AND s.step = asked AND s.rule = rule_name AND rule_name <> 'manual';
        IF NOT FOUND THEN
            PERFORM refuse_row('leave step out or give the next one');
        END IF;
        number := asked;
    END IF;
    IF rule_name <> 'manual' THEN
        UPDATE puzzle AS p
        SET (techniques, technique_steps) = (
            SELECT '{' || STRING_AGG('"' || u.name || '":' || u.deductions, ',' ORDER BY u.tier) || '}',
                '{' || STRING_AGG('"' || u.name || '":' || u.steps, ',' ORDER BY u.tier) || '}'
            FROM (
                SELECT t.name, t.tier, SUM(x.deductions) AS deductions, SUM(x.steps) AS steps
                FROM (
                    SELECT j.technique, j.deductions, j.steps
                    FROM puzzle_technique AS j
                    WHERE j.puzzle_id = z.puzzle_id
                    UNION ALL
                    SELECT rule_name, 1, CASE number WHEN z.steps THEN 0 ELSE 1 END
                ) AS x
                INNER JOIN technique AS t ON t.name = x.technique
                GROUP BY t.tier, t.name
            ) AS u
        )
        WHERE p.puzzle_id = z.puzzle_id;
    END IF;
    RETURN number;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION check_filled_in(z puzzle, rule_name TEXT, at_step INTEGER) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF rule_name = 'given' AND (z.steps > 0 OR at_step <> 0) THEN
        PERFORM refuse_row('a given has step 0 and comes before all steps');
    END IF;
    IF z.steps = 0
        AND rule_name <> 'given'
        AND ((SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = z.puzzle_id AND c.rule = 'given') < LENGTH(REPLACE(z.givens, '.', ''))
            OR at_step IS DISTINCT FROM 0 AND NOT EXISTS (SELECT 1 FROM candidate AS c WHERE c.puzzle_id = z.puzzle_id)) THEN
        PERFORM refuse_row('the puzzle is not filled in yet, read sql/fill_candidates.sql first');
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
        FROM peer AS p
        INNER JOIN cell AS c ON c.cell = p.peer
        WHERE p.cell = at_cell AND c.puzzle_id = wanted AND c.digit = wanted_digit
    ) THEN
        PERFORM refuse_row('the digit stands in the row, column or box of the cell already');
    END IF;
END
$$;
-- +goose StatementEnd

-- Step 0 with rule manual is for the digits of the column state, before the puzzle has candidates. If a technique fills the
-- last cell, the puzzle is solved. A last cell filled by hand proves nothing.

-- +goose StatementBegin
CREATE FUNCTION cell_entered() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    z puzzle := unfinished_puzzle(NEW.puzzle_id);
    place INTEGER;
    given TEXT;
    number INTEGER;
BEGIN
    SELECT l.row_no * 9 - 9 + l.column_no INTO place FROM location_wide AS l WHERE l.cell = NEW.cell;
    IF NOT FOUND THEN
        PERFORM refuse_row('no such cell, want row * 10 + column, 11 to 99');
    END IF;
    PERFORM check_rule(NEW.rule, 'given');
    PERFORM check_fit(NEW.puzzle_id, NEW.cell, NEW.digit);
    given := SUBSTR(z.givens, place, 1);
    IF NEW.rule = 'given' AND z.steps = 0 AND COALESCE(NEW.step, 0) = 0 AND given <> CAST(NEW.digit AS TEXT)
        AND (z.state <> '' OR given <> '.') THEN
        PERFORM refuse_row('the puzzle came with another digit, or with none, in the cell');
    END IF;
    PERFORM check_filled_in(z, NEW.rule, NEW.step);
    IF NEW.rule = 'given' THEN
        NEW.step := 0;
        UPDATE puzzle AS p
        SET givens = OVERLAY(p.givens PLACING CAST(NEW.digit AS TEXT) FROM place)
        WHERE p.puzzle_id = NEW.puzzle_id AND given = '.';
    ELSIF NEW.rule <> 'manual' OR NEW.step IS DISTINCT FROM 0 OR z.state = ''
        OR EXISTS (SELECT 1 FROM candidate AS c WHERE c.puzzle_id = NEW.puzzle_id) THEN
        number := step_by_hand(z, NEW.rule, NEW.step, 1, 0);
        NEW.step := COALESCE(number, NEW.step);
    END IF;
    DELETE FROM candidate AS c
    WHERE c.puzzle_id = NEW.puzzle_id
        AND (c.cell = NEW.cell OR c.digit = NEW.digit AND c.cell IN (SELECT p.peer FROM peer AS p WHERE p.cell = NEW.cell));
    IF number IS NOT NULL AND NEW.rule <> 'manual' AND (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = NEW.puzzle_id) = 80 THEN
        UPDATE puzzle AS p
        SET status = 'solved',
            run_id = (SELECT s.run_id FROM step AS s WHERE s.puzzle_id = NEW.puzzle_id AND s.step = number),
            solution = (
                SELECT STRING_AGG(CAST(f.digit AS TEXT), '' ORDER BY f.cell)
                FROM (
                    SELECT c.cell, c.digit
                    FROM cell AS c
                    WHERE c.puzzle_id = NEW.puzzle_id
                    UNION ALL
                    SELECT NEW.cell, NEW.digit
                ) AS f
            )
        WHERE p.puzzle_id = NEW.puzzle_id;
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER cell_entered BEFORE INSERT ON cell
FOR EACH ROW WHEN (CURRENT_SETTING('setdoku.bulk', TRUE) IS DISTINCT FROM 'on') EXECUTE FUNCTION cell_entered();

-- +goose StatementBegin
CREATE FUNCTION elimination_entered() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    z puzzle := unfinished_puzzle(NEW.puzzle_id);
BEGIN
    PERFORM check_rule(NEW.rule, 'manual');
    PERFORM check_filled_in(z, NEW.rule, NULL);
    IF NOT EXISTS (
        SELECT 1
        FROM candidate AS c
        WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell AND c.digit = NEW.digit
    ) THEN
        PERFORM refuse_row('the digit is no candidate of the cell');
    END IF;
    NEW.step := COALESCE(step_by_hand(z, NEW.rule, NEW.step, 0, 1), NEW.step);
    DELETE FROM candidate AS c
    WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell AND c.digit = NEW.digit;
    RETURN NEW;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER elimination_entered BEFORE INSERT ON elimination
FOR EACH ROW WHEN (CURRENT_SETTING('setdoku.bulk', TRUE) IS DISTINCT FROM 'on') EXECUTE FUNCTION elimination_entered();

-- This trigger runs after the row, because a trigger before each row makes COPY write the rows one by one.

-- +goose StatementBegin
CREATE FUNCTION candidate_check() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    status_now TEXT;
BEGIN
    SELECT z.status INTO status_now FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id;
    IF NOT FOUND THEN
        PERFORM refuse_row('no such puzzle');
    END IF;
    IF status_now NOT IN ('new', 'stuck') THEN
        PERFORM refuse_row('the puzzle is finished');
    END IF;
    PERFORM check_fit(NEW.puzzle_id, NEW.cell, NEW.digit);
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER candidate_check AFTER INSERT ON candidate
FOR EACH ROW WHEN (CURRENT_SETTING('setdoku.bulk', TRUE) IS DISTINCT FROM 'on') EXECUTE FUNCTION candidate_check();

-- A changed row would not agree with the candidates and the steps.

-- +goose StatementBegin
CREATE FUNCTION unchanged() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM refuse_row(TG_ARGV[0]);
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER cell_unchanged BEFORE UPDATE ON cell
FOR EACH ROW WHEN (CURRENT_SETTING('setdoku.bulk', TRUE) IS DISTINCT FROM 'on')
EXECUTE FUNCTION unchanged('a filled cell is not changed, its candidates and steps would not go with it');

CREATE TRIGGER elimination_unchanged BEFORE UPDATE ON elimination
FOR EACH ROW WHEN (CURRENT_SETTING('setdoku.bulk', TRUE) IS DISTINCT FROM 'on')
EXECUTE FUNCTION unchanged('an elimination is not changed, its candidates and steps would not go with it');

CREATE TRIGGER candidate_unchanged BEFORE UPDATE ON candidate
FOR EACH ROW WHEN (CURRENT_SETTING('setdoku.bulk', TRUE) IS DISTINCT FROM 'on')
EXECUTE FUNCTION unchanged('a candidate is not changed, insert it into elimination to take it away');

-- +goose StatementBegin
CREATE FUNCTION step_check() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF NEW.rule <> 'manual' AND NOT EXISTS (SELECT 1 FROM technique AS t WHERE t.name = NEW.rule) THEN
        PERFORM refuse_row('no such rule, want manual or the name of a technique');
    END IF;
    IF EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id AND NEW.step <> z.steps + 1) THEN
        PERFORM refuse_row('a step has the next number');
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER step_check AFTER INSERT ON step
FOR EACH ROW WHEN (CURRENT_SETTING('setdoku.bulk', TRUE) IS DISTINCT FROM 'on') EXECUTE FUNCTION step_check();

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

CREATE TRIGGER puzzle_added AFTER INSERT ON puzzle
FOR EACH ROW EXECUTE FUNCTION puzzle_added();

-- +goose StatementBegin
CREATE FUNCTION puzzle_removed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM puzzle_key AS k WHERE k.givens = OLD.givens AND k.state = OLD.state;
    DELETE FROM cell AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM candidate AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM step AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM elimination AS x WHERE x.puzzle_id = OLD.puzzle_id;
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

CREATE TRIGGER puzzle_removed AFTER DELETE ON puzzle
FOR EACH ROW EXECUTE FUNCTION puzzle_removed();

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

CREATE TRIGGER puzzle_changed BEFORE UPDATE OF puzzle_id, givens, state ON puzzle
FOR EACH ROW EXECUTE FUNCTION puzzle_changed();

-- Workers that wait for puzzles receive a notification on this channel when new ones are committed.

-- +goose StatementBegin
CREATE FUNCTION puzzle_waits() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM PG_NOTIFY('setdoku_puzzle', CURRENT_SCHEMA());
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER puzzle_waits AFTER INSERT ON puzzle
FOR EACH STATEMENT EXECUTE FUNCTION puzzle_waits();

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
DROP TRIGGER puzzle_waits ON puzzle;
DROP FUNCTION puzzle_waits();
DROP TRIGGER puzzle_changed ON puzzle;
DROP FUNCTION puzzle_changed();
DROP TRIGGER puzzle_removed ON puzzle;
DROP FUNCTION puzzle_removed();
DROP TRIGGER puzzle_added ON puzzle;
DROP FUNCTION puzzle_added();
DROP TRIGGER step_check ON step;
DROP TRIGGER candidate_unchanged ON candidate;
DROP TRIGGER elimination_unchanged ON elimination;
DROP TRIGGER cell_unchanged ON cell;
DROP TRIGGER candidate_check ON candidate;
DROP TRIGGER elimination_entered ON elimination;
DROP TRIGGER cell_entered ON cell;
DROP FUNCTION step_check();
DROP FUNCTION unchanged();
DROP FUNCTION candidate_check();
DROP FUNCTION elimination_entered();
DROP FUNCTION cell_entered();
DROP FUNCTION check_fit(BIGINT, INTEGER, INTEGER);
DROP FUNCTION check_filled_in(puzzle, TEXT, INTEGER);
DROP FUNCTION step_by_hand(puzzle, TEXT, INTEGER, INTEGER, INTEGER);
DROP FUNCTION check_rule(TEXT, TEXT);
DROP FUNCTION unfinished_puzzle(BIGINT);
DROP FUNCTION refuse_row(TEXT);
