-- +goose Up
-- Playing by hand, from any SQL client.
--   INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 45, 7, 'manual')
-- enters a digit, and the same into elimination crosses out a pencil mark. Both are
-- refused when they break a rule, both become a step of their own.

-- Step 0 is for digits that come with a puzzle, before it has candidates.

-- +goose StatementBegin
CREATE TRIGGER cell_manual_check BEFORE INSERT ON cell WHEN NEW.rule = 'manual'
BEGIN
    SELECT RAISE(ABORT, 'no such puzzle')
    WHERE NOT EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id);
    SELECT RAISE(ABORT, 'no such cell, want row * 10 + column, 11 to 99')
    WHERE NOT EXISTS (SELECT 1 FROM location_wide AS l WHERE l.cell = NEW.cell);
    SELECT RAISE(ABORT, 'the puzzle is finished')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND z.status NOT IN ('new', 'stuck');
    SELECT RAISE(ABORT, 'the cell holds a digit already')
    FROM cell AS c
    WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell;
    SELECT RAISE(ABORT, 'the digit stands in the row, column or box of the cell already')
    FROM peer AS p
    CROSS JOIN cell AS c
    WHERE p.cell = NEW.cell AND c.puzzle_id = NEW.puzzle_id AND c.cell = p.peer AND c.digit = NEW.digit;
    SELECT RAISE(ABORT, 'leave step out or give the next one')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id
        AND NEW.step <> z.steps + 1
        AND (NEW.step <> 0 OR EXISTS (SELECT 1 FROM candidate AS c WHERE c.puzzle_id = NEW.puzzle_id));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER cell_manual AFTER INSERT ON cell WHEN NEW.rule = 'manual' AND NEW.step IS NOT 0
BEGIN
    INSERT INTO step (puzzle_id, step, rule, placements, eliminations, run_id)
    SELECT z.puzzle_id, z.steps + 1, 'manual', 1, 0, NULL
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id;
    UPDATE cell
    SET step = (SELECT z.steps + 1 FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id)
    WHERE puzzle_id = NEW.puzzle_id AND cell = NEW.cell;
    DELETE FROM candidate
    WHERE puzzle_id = NEW.puzzle_id
        AND (cell = NEW.cell OR digit = NEW.digit AND cell IN (SELECT p.peer FROM peer AS p WHERE p.cell = NEW.cell));
    DELETE FROM deduction WHERE puzzle_id = NEW.puzzle_id;
    UPDATE puzzle
    SET steps = steps + 1, status = 'new'
    WHERE puzzle_id = NEW.puzzle_id;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER elimination_manual AFTER INSERT ON elimination WHEN NEW.rule = 'manual'
BEGIN
    SELECT RAISE(ABORT, 'no such puzzle')
    WHERE NOT EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id);
    SELECT RAISE(ABORT, 'the puzzle is finished')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND z.status NOT IN ('new', 'stuck');
    SELECT RAISE(ABORT, 'the digit is no candidate of the cell')
    WHERE NOT EXISTS (
        SELECT 1
        FROM candidate AS c
        WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell AND c.digit = NEW.digit
    );
    SELECT RAISE(ABORT, 'leave step out or give the next one')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND NEW.step <> z.steps + 1;
    INSERT INTO step (puzzle_id, step, rule, placements, eliminations, run_id)
    SELECT z.puzzle_id, z.steps + 1, 'manual', 0, 1, NULL
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id;
    UPDATE elimination
    SET step = (SELECT z.steps + 1 FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id)
    WHERE puzzle_id = NEW.puzzle_id AND cell = NEW.cell AND digit = NEW.digit;
    DELETE FROM candidate
    WHERE puzzle_id = NEW.puzzle_id AND cell = NEW.cell AND digit = NEW.digit;
    DELETE FROM deduction WHERE puzzle_id = NEW.puzzle_id;
    UPDATE puzzle
    SET steps = steps + 1, status = 'new'
    WHERE puzzle_id = NEW.puzzle_id;
END;
-- +goose StatementEnd

-- What a technique file found in a puzzle goes with the puzzle. All else does by its foreign key.

-- +goose StatementBegin
CREATE TRIGGER puzzle_removed AFTER DELETE ON puzzle
BEGIN
    DELETE FROM deduction WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence WHERE puzzle_id = OLD.puzzle_id;
END;
-- +goose StatementEnd

-- Who plays by hand makes a new state, in which what was found before means nothing.

-- +goose StatementBegin
CREATE TRIGGER step_manual AFTER INSERT ON step WHEN NEW.rule = 'manual'
BEGIN
    DELETE FROM deduction_evidence WHERE puzzle_id = NEW.puzzle_id;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER chain_round_repeat AFTER INSERT ON chain_round WHEN (SELECT MAX(m.links) FROM chain_reach AS m) >= NEW.round
BEGIN
-- @include shared/extend_chains
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER puzzle_givens_changed AFTER UPDATE OF givens ON puzzle WHEN NEW.givens <> OLD.givens
BEGIN
    UPDATE puzzle SET canonical = NULL WHERE puzzle_id = NEW.puzzle_id;
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER puzzle_givens_changed;
DROP TRIGGER chain_round_repeat;
DROP TRIGGER step_manual;
DROP TRIGGER puzzle_removed;
DROP TRIGGER elimination_manual;
DROP TRIGGER cell_manual;
DROP TRIGGER cell_manual_check;
