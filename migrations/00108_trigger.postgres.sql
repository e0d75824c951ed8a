-- +goose Up
-- Playing by hand, from any SQL client.
--   INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 45, 7, 'manual')
-- enters a digit, and the same into elimination crosses out a pencil mark. Both are
-- refused when they break a rule, both become a step of their own.

-- The row of the puzzle is locked first, so that nobody solves it meanwhile.

-- +goose StatementBegin
CREATE FUNCTION unfinished_puzzle(wanted BIGINT) RETURNS puzzle LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    z puzzle;
BEGIN
    SELECT * INTO z FROM puzzle AS p WHERE p.puzzle_id = wanted FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no such puzzle' USING ERRCODE = 'check_violation';
    END IF;
    IF z.status NOT IN ('new', 'stuck') THEN
        RAISE EXCEPTION 'the puzzle is finished' USING ERRCODE = 'check_violation';
    END IF;
    RETURN z;
END
$$;
-- +goose StatementEnd

-- Step 0 is for digits that come with a puzzle, before it has candidates.

-- +goose StatementBegin
CREATE FUNCTION cell_manual() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    z puzzle := unfinished_puzzle(NEW.puzzle_id);
BEGIN
    IF NOT EXISTS (SELECT 1 FROM location_wide AS l WHERE l.cell = NEW.cell) THEN
        RAISE EXCEPTION 'no such cell, want row * 10 + column, 11 to 99' USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell) THEN
        RAISE EXCEPTION 'the cell holds a digit already' USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (
        SELECT 1
        FROM peer AS p
        INNER JOIN cell AS c ON c.cell = p.peer
        WHERE p.cell = NEW.cell AND c.puzzle_id = NEW.puzzle_id AND c.digit = NEW.digit
    ) THEN
        RAISE EXCEPTION 'the digit stands in the row, column or box of the cell already' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.step = 0 AND NOT EXISTS (SELECT 1 FROM candidate AS c WHERE c.puzzle_id = NEW.puzzle_id) THEN
        RETURN NEW;
    END IF;
    IF NEW.step <> z.steps + 1 THEN
        RAISE EXCEPTION 'leave step out or give the next one' USING ERRCODE = 'check_violation';
    END IF;
    NEW.step := z.steps + 1;
    INSERT INTO step (puzzle_id, step, rule, placements, eliminations, run_id)
    VALUES (NEW.puzzle_id, NEW.step, 'manual', 1, 0, NULL);
    DELETE FROM candidate AS c
    WHERE c.puzzle_id = NEW.puzzle_id
        AND (c.cell = NEW.cell OR c.digit = NEW.digit AND c.cell IN (SELECT p.peer FROM peer AS p WHERE p.cell = NEW.cell));
    DELETE FROM deduction AS d WHERE d.puzzle_id = NEW.puzzle_id;
    UPDATE puzzle AS p
    SET steps = NEW.step, status = 'new'
    WHERE p.puzzle_id = NEW.puzzle_id;
    RETURN NEW;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER cell_manual BEFORE INSERT ON cell
FOR EACH ROW WHEN (NEW.rule = 'manual') EXECUTE FUNCTION cell_manual();

-- +goose StatementBegin
CREATE FUNCTION elimination_manual() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    z puzzle := unfinished_puzzle(NEW.puzzle_id);
BEGIN
    IF NOT EXISTS (
        SELECT 1
        FROM candidate AS c
        WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell AND c.digit = NEW.digit
    ) THEN
        RAISE EXCEPTION 'the digit is no candidate of the cell' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.step <> z.steps + 1 THEN
        RAISE EXCEPTION 'leave step out or give the next one' USING ERRCODE = 'check_violation';
    END IF;
    NEW.step := z.steps + 1;
    INSERT INTO step (puzzle_id, step, rule, placements, eliminations, run_id)
    VALUES (NEW.puzzle_id, NEW.step, 'manual', 0, 1, NULL);
    DELETE FROM candidate AS c
    WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell AND c.digit = NEW.digit;
    DELETE FROM deduction AS d WHERE d.puzzle_id = NEW.puzzle_id;
    UPDATE puzzle AS p
    SET steps = NEW.step, status = 'new'
    WHERE p.puzzle_id = NEW.puzzle_id;
    RETURN NEW;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER elimination_manual BEFORE INSERT ON elimination
FOR EACH ROW WHEN (NEW.rule = 'manual') EXECUTE FUNCTION elimination_manual();

-- What comes and goes with a puzzle.

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
    DELETE FROM step_evidence AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM branch AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM puzzle_tag AS x WHERE x.puzzle_id = OLD.puzzle_id;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER puzzle_removed AFTER DELETE ON puzzle
FOR EACH ROW EXECUTE FUNCTION puzzle_removed();

-- A puzzle keeps its number, for its rows name it. Where its givens are changed it is found by
-- the new ones.

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

-- Workers that wait for puzzles hear of new ones on this channel when they are committed.

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

-- +goose StatementBegin
CREATE FUNCTION step_manual() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM deduction_evidence AS x WHERE x.puzzle_id = NEW.puzzle_id;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER step_manual AFTER INSERT ON step
FOR EACH ROW WHEN (NEW.rule = 'manual') EXECUTE FUNCTION step_manual();

-- +goose StatementBegin
CREATE FUNCTION repeat_chain_round() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT MAX(m.links) FROM chain_reach AS m) < NEW.round THEN
        RETURN NULL;
    END IF;
-- @include shared/extend_chains
    RETURN NULL;
END;
$$;
-- +goose StatementEnd

CREATE TRIGGER chain_round_repeat AFTER INSERT ON chain_round
FOR EACH ROW EXECUTE FUNCTION repeat_chain_round();

-- +goose Down
DROP TRIGGER chain_round_repeat ON chain_round;
DROP FUNCTION repeat_chain_round();
DROP TRIGGER step_manual ON step;
DROP FUNCTION step_manual();
DROP TRIGGER puzzle_waits ON puzzle;
DROP FUNCTION puzzle_waits();
DROP TRIGGER puzzle_changed ON puzzle;
DROP FUNCTION puzzle_changed();
DROP TRIGGER puzzle_removed ON puzzle;
DROP FUNCTION puzzle_removed();
DROP TRIGGER puzzle_added ON puzzle;
DROP FUNCTION puzzle_added();
DROP TRIGGER elimination_manual ON elimination;
DROP FUNCTION elimination_manual();
DROP TRIGGER cell_manual ON cell;
DROP FUNCTION cell_manual();
DROP FUNCTION unfinished_puzzle(BIGINT);
