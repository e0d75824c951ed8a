-- Marks: @include, @unchanged. migrations/embed.go says what they mean; setdoku migrate sql prints the text without them.
-- The triggers of 00208_by_hand.sqlite.sql as functions.
--
-- Citus takes no triggers on its tables. There, call the functions below after the statement, as
--   SELECT cell_by_hand(1, 45, 7, 'manual')

-- While the setting setdoku.writer is on, the triggers below let a statement delete and change rows of the record. The program and the
-- functions below switch it on for a part of their transaction.
CREATE VIEW writer ( -- One row while the program or a trigger changes the record, else none
    open -- 1
) AS
SELECT 1
WHERE CURRENT_SETTING('setdoku.writer', TRUE) = 'on';

CREATE VIEW maker ( -- One row: who makes a step by hand or in a shell now, and the time
    made_at, -- The time, UTC
    made_by -- In a file shell; on a server the user of the connection
) AS
SELECT TO_CHAR(CURRENT_TIMESTAMP AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), CAST(SESSION_USER AS TEXT);

CREATE FUNCTION refuse_row(problem TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%', problem USING ERRCODE = 'check_violation';
END
$$;

-- The row of the puzzle is locked, so that nobody else solves the puzzle meanwhile.
CREATE FUNCTION unfinished_puzzle(wanted BIGINT, its_step INTEGER) RETURNS puzzle LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
    IF z.variant <> 'classic' THEN
        PERFORM refuse_row('only puzzles of classic are played by hand');
    END IF;
    IF its_step > z.steps + 1 THEN
        PERFORM refuse_row('leave step out or give the next one');
    END IF;
    RETURN z;
END
$$;

-- A step by hand changes the puzzle. Deductions that were found before it do not fit any more.
CREATE FUNCTION add_step_by_hand(wanted BIGINT, number INTEGER, placed INTEGER, crossed_out INTEGER)
RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM SET_CONFIG('setdoku.writer', 'on', TRUE);
    INSERT INTO step (puzzle_id, step, rule, placements, eliminations, made_at, made_by)
    SELECT wanted, number, 'manual', placed, crossed_out, m.made_at, m.made_by
    FROM maker AS m;
    PERFORM SET_CONFIG('setdoku.writer', '', TRUE);
    UPDATE puzzle AS z SET steps = number, status = 'new', version = z.version + 1 WHERE z.puzzle_id = wanted;
    DELETE FROM deduction AS d WHERE d.puzzle_id = wanted;
    DELETE FROM deduction_evidence AS d WHERE d.puzzle_id = wanted;
END
$$;

CREATE FUNCTION seen(wanted BIGINT, at_cell INTEGER, wanted_digit INTEGER) RETURNS BOOLEAN LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    RETURN EXISTS (
        SELECT 1
        FROM cell AS c
        INNER JOIN peer AS p ON p.peer = c.cell
        WHERE c.puzzle_id = wanted AND c.digit = wanted_digit AND p.cell = at_cell
    );
END
$$;

-- A digit by hand becomes a step, or a given. The givens change only while the puzzle has no steps.
CREATE FUNCTION cell_by_hand(wanted BIGINT, at_cell INTEGER, new_digit INTEGER, its_rule TEXT, its_step INTEGER DEFAULT NULL)
RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    z puzzle := unfinished_puzzle(wanted, its_step);
BEGIN
    IF its_rule NOT IN ('given', 'manual') THEN
        PERFORM refuse_row('no such rule, want given or manual');
    END IF;
    IF seen(wanted, at_cell, new_digit) THEN
        PERFORM refuse_row('the row, column or box of the cell already has the digit');
    END IF;
    IF its_rule = 'given' AND (z.steps > 0 OR z.state <> '') THEN
        PERFORM refuse_row('a given comes before all steps, and a puzzle that came with pencil marks keeps its givens');
    END IF;
    PERFORM SET_CONFIG('setdoku.writer', 'on', TRUE);
    DELETE FROM candidate AS k
    WHERE k.puzzle_id = wanted
        AND (k.cell = at_cell OR k.digit = new_digit AND k.cell IN (SELECT p.peer FROM peer AS p WHERE p.cell = at_cell));
    UPDATE cell AS c
    SET step = CASE its_rule WHEN 'given' THEN 0 ELSE z.steps + 1 END
    WHERE c.puzzle_id = wanted AND c.cell = at_cell AND c.step IS NULL;
    IF its_rule = 'given' THEN
        UPDATE puzzle AS p
        SET givens = OVERLAY(z.givens PLACING CAST(new_digit AS TEXT) FROM at_cell / 10 * 9 - 9 + at_cell % 10),
            version = p.version + 1
        WHERE p.puzzle_id = wanted;
        PERFORM SET_CONFIG('setdoku.writer', '', TRUE);
    ELSE
        PERFORM add_step_by_hand(wanted, z.steps + 1, 1, 0);
    END IF;
END
$$;

-- A candidate that is crossed out by hand becomes a step. Either statement does the same. Citus would send a condition that both reads
-- its tables and calls the function seen to a node, where the function cannot read them. So the call is a statement of its own.
CREATE FUNCTION elimination_by_hand(wanted BIGINT, at_cell INTEGER, old_digit INTEGER, its_rule TEXT, its_step INTEGER DEFAULT NULL)
RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    z puzzle := unfinished_puzzle(wanted, its_step);
    visible BOOLEAN;
BEGIN
    IF its_rule <> 'manual' THEN
        PERFORM refuse_row('no such rule, want manual');
    END IF;
    visible := seen(wanted, at_cell, old_digit);
    IF visible
        OR EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = wanted AND c.cell = at_cell)
        OR EXISTS (SELECT 1 FROM candidate AS k WHERE k.puzzle_id = wanted)
        AND NOT EXISTS (SELECT 1 FROM candidate AS k WHERE k.puzzle_id = wanted AND k.cell = at_cell AND k.digit = old_digit) THEN
        PERFORM refuse_row('the digit is not a candidate of the cell');
    END IF;
    PERFORM SET_CONFIG('setdoku.writer', 'on', TRUE);
    DELETE FROM candidate AS k WHERE k.puzzle_id = wanted AND k.cell = at_cell AND k.digit = old_digit;
    UPDATE elimination AS e
    SET step = z.steps + 1
    WHERE e.puzzle_id = wanted AND e.cell = at_cell AND e.digit = old_digit AND e.step IS NULL;
    PERFORM add_step_by_hand(wanted, z.steps + 1, 0, 1);
END
$$;

CREATE FUNCTION row_by_hand() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF NEW.step <= (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id) THEN
        RETURN NULL; -- a record
    ELSIF TG_ARGV[0] = 'cell' THEN
        PERFORM cell_by_hand(NEW.puzzle_id, NEW.cell, NEW.digit, NEW.rule, NEW.step);
    ELSE
        PERFORM elimination_by_hand(NEW.puzzle_id, NEW.cell, NEW.digit, NEW.rule, NEW.step);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER cell_by_hand AFTER INSERT ON cell
FOR EACH ROW WHEN (NEW.step IS NULL OR NEW.rule = 'manual' AND NEW.step > 0) EXECUTE FUNCTION row_by_hand('cell');
CREATE TRIGGER elimination_by_hand AFTER INSERT ON elimination
FOR EACH ROW WHEN (NEW.step IS NULL OR NEW.rule = 'manual' AND NEW.step > 0) EXECUTE FUNCTION row_by_hand('elimination');

-- The comment on this trigger in 00208_by_hand.sqlite.sql has the rule.
CREATE FUNCTION candidate_crossed_out() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    k RECORD;
    its puzzle;
BEGIN
    FOR k IN
        SELECT g.puzzle_id, g.cell, g.digit
        FROM deleted AS g
        INNER JOIN puzzle AS z ON z.puzzle_id = g.puzzle_id AND z.status IN ('new', 'stuck')
        WHERE NOT seen(g.puzzle_id, g.cell, g.digit)
            AND NOT EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = z.puzzle_id AND c.cell = g.cell)
            AND NOT EXISTS (SELECT 1 FROM elimination AS e WHERE e.puzzle_id = z.puzzle_id AND e.cell = g.cell AND e.digit = g.digit)
        ORDER BY g.puzzle_id, g.cell, g.digit
    LOOP
        its := unfinished_puzzle(k.puzzle_id, NULL);
        IF NOT EXISTS (SELECT 1 FROM candidate AS c WHERE c.puzzle_id = k.puzzle_id AND c.cell = k.cell) THEN
            PERFORM refuse_row('a cell keeps its last candidate. To remove all candidates of a puzzle, DELETE FROM candidate_grid WHERE puzzle_id = ...');
        END IF;
        IF NOT EXISTS (
            SELECT 1
            FROM step AS s
            WHERE s.puzzle_id = k.puzzle_id AND s.step = its.steps AND s.rule = 'manual' AND s.placements = 0
        ) OR EXISTS (SELECT 1 FROM attempt AS a WHERE a.puzzle_id = k.puzzle_id AND a.first_step > its.steps) THEN
            its.steps := its.steps + 1;
            PERFORM add_step_by_hand(k.puzzle_id, its.steps, 0, 0);
        END IF;
        INSERT INTO elimination (puzzle_id, cell, digit, step, rule) VALUES (k.puzzle_id, k.cell, k.digit, its.steps, 'manual');
        PERFORM SET_CONFIG('setdoku.writer', 'on', TRUE);
        UPDATE step AS s SET eliminations = s.eliminations + 1 WHERE s.puzzle_id = k.puzzle_id AND s.step = its.steps;
        PERFORM SET_CONFIG('setdoku.writer', '', TRUE);
        DELETE FROM deduction AS d WHERE d.puzzle_id = k.puzzle_id;
        DELETE FROM deduction_evidence AS d WHERE d.puzzle_id = k.puzzle_id;
    END LOOP;
    RETURN NULL;
END
$$;
CREATE TRIGGER candidate_crossed_out AFTER DELETE ON candidate REFERENCING OLD TABLE AS deleted
FOR EACH STATEMENT WHEN (CURRENT_SETTING('setdoku.writer', TRUE) IS DISTINCT FROM 'on') EXECUTE FUNCTION candidate_crossed_out();

-- All candidates of a puzzle are removed at once. They follow from its cells and eliminations, so this is not a step.
CREATE FUNCTION candidates_removed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM SET_CONFIG('setdoku.writer', 'on', TRUE);
    DELETE FROM candidate AS k WHERE k.puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction AS d WHERE d.puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence AS d WHERE d.puzzle_id = OLD.puzzle_id;
    UPDATE puzzle AS z SET version = z.version + 1 WHERE z.puzzle_id = OLD.puzzle_id;
    PERFORM SET_CONFIG('setdoku.writer', '', TRUE);
    RETURN OLD;
END
$$;
CREATE TRIGGER candidates_removed INSTEAD OF DELETE ON candidate_grid
FOR EACH ROW EXECUTE FUNCTION candidates_removed();

-- A step without a run is a step by hand, which a function inserts.
CREATE FUNCTION step_alone() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF NEW.rule <> 'manual' OR NEW.step > (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id) THEN
        PERFORM refuse_row('a step by hand is a row of cell or elimination, insert that row');
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER step_alone BEFORE INSERT ON step
FOR EACH ROW WHEN (NEW.run_id IS NULL AND CURRENT_SETTING('setdoku.writer', TRUE) IS DISTINCT FROM 'on') EXECUTE FUNCTION step_alone();

-- Deleting the last step undoes it, unless a run made it. All that the step changed follows.
CREATE FUNCTION step_undone() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    its puzzle;
BEGIN
    SELECT * INTO its FROM puzzle AS p WHERE p.puzzle_id = OLD.puzzle_id FOR UPDATE;
    IF NOT FOUND THEN
        RETURN NULL;
    ELSIF its.steps <> OLD.step THEN
        PERFORM refuse_row('only the last step of a puzzle can be deleted, which undoes it');
    ELSIF EXISTS (SELECT 1 FROM attempt AS a WHERE a.puzzle_id = OLD.puzzle_id AND OLD.step BETWEEN a.first_step AND a.last_step) THEN
        PERFORM refuse_row('a run made the step, and setdoku solve --again makes the steps anew');
    END IF;
    PERFORM SET_CONFIG('setdoku.writer', 'on', TRUE);
    DELETE FROM cell AS c WHERE c.puzzle_id = OLD.puzzle_id AND c.step = OLD.step;
    DELETE FROM elimination AS e WHERE e.puzzle_id = OLD.puzzle_id AND e.step = OLD.step;
    DELETE FROM step_evidence AS e WHERE e.puzzle_id = OLD.puzzle_id AND e.step = OLD.step;
    DELETE FROM attempt AS a WHERE a.puzzle_id = OLD.puzzle_id AND a.first_step > OLD.step;
    DELETE FROM branch AS b WHERE b.puzzle_id = OLD.puzzle_id;
    DELETE FROM contradiction AS c WHERE c.puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction AS d WHERE d.puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence AS d WHERE d.puzzle_id = OLD.puzzle_id;
    DELETE FROM needed AS n WHERE n.puzzle_id = OLD.puzzle_id;
    DELETE FROM puzzle_technique AS u WHERE u.puzzle_id = OLD.puzzle_id AND u.technique = OLD.rule AND u.steps = 1;
    UPDATE puzzle_technique AS u
    SET steps = u.steps - 1, deductions = u.deductions - OLD.placements - OLD.eliminations
    WHERE u.puzzle_id = OLD.puzzle_id AND u.technique = OLD.rule;
    UPDATE puzzle
-- @include shared/undone_puzzle
    WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM candidate AS k WHERE k.puzzle_id = OLD.puzzle_id;
    INSERT INTO candidate (puzzle_id, cell, digit)
    SELECT z.puzzle_id, l.cell, t.digit
    FROM puzzle AS z
    CROSS JOIN location_wide AS l
    CROSS JOIN token AS t
    WHERE z.puzzle_id = OLD.puzzle_id
-- @include shared/undone_candidate
    ;
    PERFORM SET_CONFIG('setdoku.writer', '', TRUE);
    RETURN NULL;
END
$$;
CREATE TRIGGER step_undone AFTER DELETE ON step
FOR EACH ROW WHEN (CURRENT_SETTING('setdoku.writer', TRUE) IS DISTINCT FROM 'on') EXECUTE FUNCTION step_undone();

-- A cell or an elimination without its step would not agree with the candidates and the steps.
CREATE FUNCTION row_kept() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = OLD.puzzle_id) THEN
        PERFORM refuse_row(TG_ARGV[0]);
    END IF;
    RETURN OLD;
END
$$;
CREATE TRIGGER cell_removed BEFORE DELETE ON cell
FOR EACH ROW WHEN (CURRENT_SETTING('setdoku.writer', TRUE) IS DISTINCT FROM 'on')
EXECUTE FUNCTION row_kept('a cell is emptied with its step: DELETE FROM step, the last step first. A given stays as long as its puzzle');
CREATE TRIGGER elimination_removed BEFORE DELETE ON elimination
FOR EACH ROW WHEN (CURRENT_SETTING('setdoku.writer', TRUE) IS DISTINCT FROM 'on')
EXECUTE FUNCTION row_kept('an elimination is taken back with its step: DELETE FROM step, the last step first');

-- A changed row would not agree with the candidates and the steps.
CREATE FUNCTION row_unchanged() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM refuse_row(TG_ARGV[0]);
    RETURN NULL;
END
$$;
CREATE TRIGGER cell_unchanged BEFORE UPDATE ON cell FOR EACH ROW WHEN (OLD.step IS NOT NULL)
EXECUTE FUNCTION row_unchanged('a filled cell is not changed, its candidates and steps would not go with it');
CREATE TRIGGER elimination_unchanged BEFORE UPDATE ON elimination FOR EACH ROW WHEN (OLD.step IS NOT NULL)
EXECUTE FUNCTION row_unchanged('an elimination is not changed, its candidates and steps would not go with it');
CREATE TRIGGER candidate_unchanged BEFORE UPDATE ON candidate FOR EACH ROW
EXECUTE FUNCTION row_unchanged('a candidate is not changed, delete it to remove it');
-- @unchanged step made_by
FOR EACH ROW WHEN (CURRENT_SETTING('setdoku.writer', TRUE) IS DISTINCT FROM 'on')
EXECUTE FUNCTION row_unchanged('a step is not changed, its cells and eliminations would not go with it');

-- What a technique file inserts in a shell.
CREATE FUNCTION deduction_found() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (
        SELECT 1
        FROM deduction AS d
        WHERE d.puzzle_id = NEW.puzzle_id AND d.technique = NEW.technique AND d.cell = NEW.cell AND d.digit = NEW.digit
    ) THEN
        PERFORM refuse_row('the deduction is there already, run sql/apply.sql or DELETE FROM deduction before a technique file runs again');
    ELSIF NOT EXISTS (SELECT 1 FROM technique AS t WHERE t.name = NEW.technique) THEN
        PERFORM refuse_row('the table technique has no row for the technique, insert one first with family user, as docs/writing-a-technique.md shows');
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER deduction_found BEFORE INSERT ON deduction FOR EACH ROW EXECUTE FUNCTION deduction_found();

-- New puzzles get their key and their givens. Workers that wait for puzzles receive a notification when they are committed.
CREATE FUNCTION puzzle_added() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    other BIGINT;
BEGIN
    INSERT INTO puzzle_key (givens, state, variant, puzzle_id)
    SELECT a.givens, a.state, a.variant, a.puzzle_id
    FROM added AS a
    ON CONFLICT (givens, state, variant) DO NOTHING;
    SELECT k.puzzle_id INTO other
    FROM added AS a
    INNER JOIN puzzle_key AS k ON k.givens = a.givens AND k.state = a.state AND k.variant = a.variant
    WHERE k.puzzle_id <> a.puzzle_id
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'the puzzle is there already as puzzle %', other USING ERRCODE = 'unique_violation';
    END IF;
    INSERT INTO cell (puzzle_id, cell, digit, step, rule)
    SELECT a.puzzle_id, l.cell, t.digit, 0, 'given'
    FROM added AS a
    CROSS JOIN location_wide AS l
    INNER JOIN token AS t ON t.character = SUBSTR(a.givens, l.row_no * 9 - 9 + l.column_no, 1) AND t.digit IS NOT NULL;
    PERFORM PG_NOTIFY('setdoku_puzzle', CURRENT_SCHEMA());
    RETURN NULL;
END
$$;
CREATE TRIGGER puzzle_added AFTER INSERT ON puzzle REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION puzzle_added();

-- All rows of a puzzle are deleted with it.
CREATE FUNCTION puzzle_removed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    name TEXT;
BEGIN
    PERFORM SET_CONFIG('setdoku.writer', 'on', TRUE);
    DELETE FROM puzzle_key AS k WHERE k.givens = OLD.givens AND k.state = OLD.state AND k.variant = OLD.variant;
    FOREACH name IN ARRAY ARRAY[
        'cell', 'candidate', 'step', 'elimination', 'step_evidence', 'puzzle_technique', 'needed', 'puzzle_property', 'property_cell',
        'puzzle_tag', 'contradiction', 'branch', 'attempt', 'deduction', 'deduction_evidence', 'game'
    ] LOOP
        EXECUTE FORMAT('DELETE FROM %I WHERE puzzle_id = $1', name) USING OLD.puzzle_id;
    END LOOP;
    PERFORM SET_CONFIG('setdoku.writer', '', TRUE);
    RETURN NULL;
END
$$;
CREATE TRIGGER puzzle_removed AFTER DELETE ON puzzle
FOR EACH ROW EXECUTE FUNCTION puzzle_removed();

-- The rows of a puzzle name it, and its cells have its givens. The givens change only with a row of cell, and puzzle_key follows.
CREATE FUNCTION puzzle_changed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF NEW.puzzle_id <> OLD.puzzle_id THEN
        PERFORM refuse_row('a puzzle keeps its puzzle_id');
    ELSIF (NEW.givens, NEW.state, NEW.variant) <> (OLD.givens, OLD.state, OLD.variant)
        AND CURRENT_SETTING('setdoku.writer', TRUE) IS DISTINCT FROM 'on' THEN
        PERFORM refuse_row('a puzzle keeps its givens, state and variant: delete it and insert another one');
    END IF;
    UPDATE puzzle_key AS k
    SET givens = NEW.givens, state = NEW.state, variant = NEW.variant
    WHERE k.givens = OLD.givens AND k.state = OLD.state AND k.variant = OLD.variant;
    IF NEW.givens <> OLD.givens THEN
        NEW.canonical := NULL;
        DELETE FROM puzzle_property AS p WHERE p.puzzle_id = NEW.puzzle_id;
        DELETE FROM property_cell AS p WHERE p.puzzle_id = NEW.puzzle_id;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER puzzle_changed BEFORE UPDATE OF puzzle_id, givens, state, variant ON puzzle
FOR EACH ROW EXECUTE FUNCTION puzzle_changed();

-- Every change from which a run would go on in another way raises the version. From candidates it goes on only after steps.
CREATE FUNCTION puzzle_version() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    NEW.version := OLD.version + 1;
    RETURN NEW;
END
$$;
CREATE TRIGGER puzzle_version BEFORE UPDATE OF givens, state, variant, status, steps, score, rounds, run_id ON puzzle
FOR EACH ROW WHEN (NEW.version = OLD.version) EXECUTE FUNCTION puzzle_version();

CREATE FUNCTION candidate_version() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE puzzle AS z
    SET version = z.version + 1
    WHERE z.steps > 0 AND z.puzzle_id IN (SELECT k.puzzle_id FROM changed AS k);
    RETURN NULL;
END
$$;
CREATE TRIGGER candidate_added_version AFTER INSERT ON candidate REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT WHEN (CURRENT_SETTING('setdoku.writer', TRUE) IS DISTINCT FROM 'on') EXECUTE FUNCTION candidate_version();
CREATE TRIGGER candidate_removed_version AFTER DELETE ON candidate REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT WHEN (CURRENT_SETTING('setdoku.writer', TRUE) IS DISTINCT FROM 'on') EXECUTE FUNCTION candidate_version();
