-- Rows that any SQL client may write by hand. Each trigger checks a row and trims the candidates.
--   INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 45, 7, 'manual')
--   INSERT INTO elimination (puzzle_id, cell, digit, rule) VALUES (1, 46, 2, 'manual')
--   DELETE FROM candidate WHERE puzzle_id = 1 AND cell = 46 AND digit = 2
-- A row by hand leaves the step out, and the trigger gives it the next one. A row that names a step is the record of the program or
-- of sql/apply.sql, which trim the candidates themselves. verify checks every row.

-- A new puzzle gets its givens.
CREATE TRIGGER puzzle_added AFTER INSERT ON puzzle
BEGIN
    INSERT INTO cell (puzzle_id, cell, digit, step, rule)
    SELECT NEW.puzzle_id, l.cell, t.digit, 0, 'given'
    FROM location_wide AS l
    CROSS JOIN token AS t
    WHERE t.character = SUBSTR(NEW.givens, l.row_no * 9 - 9 + l.column_no, 1) AND t.digit IS NOT NULL;
END;

-- INSERT OR REPLACE must not replace a digit.
CREATE TRIGGER cell_filled BEFORE INSERT ON cell
WHEN NEW.step IS NULL AND EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell)
BEGIN
    SELECT RAISE(ABORT, 'the puzzle is finished')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND z.status NOT IN ('new', 'stuck');
    SELECT RAISE(ABORT, 'the cell holds a digit already');
END;

-- A digit by hand becomes a step, or a given. The givens change only while the puzzle has no steps.
CREATE TRIGGER cell_by_hand AFTER INSERT ON cell
WHEN NEW.step IS NULL
    OR NEW.rule = 'manual' AND NEW.step > (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id) AND NEW.step > 0
BEGIN
-- @include shared/not_by_hand
    SELECT RAISE(ABORT, 'no such rule, want given or manual')
    WHERE NEW.rule NOT IN ('given', 'manual');
    SELECT RAISE(ABORT, 'the digit stands in the row, column or box of the cell already')
    FROM peer AS p
    CROSS JOIN cell AS c
    WHERE p.cell = NEW.cell AND c.puzzle_id = NEW.puzzle_id AND c.cell = p.peer AND c.digit = NEW.digit;
    SELECT RAISE(ABORT, 'a given comes before all steps, and a puzzle that came with pencil marks keeps its givens')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND NEW.rule = 'given' AND (z.steps > 0 OR z.state <> '');
    DELETE FROM candidate
    WHERE puzzle_id = NEW.puzzle_id
        AND (cell = NEW.cell OR digit = NEW.digit AND cell IN (SELECT p.peer FROM peer AS p WHERE p.cell = NEW.cell));
    UPDATE cell
    SET step = CASE NEW.rule WHEN 'given' THEN 0 ELSE 1 + (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id) END
    WHERE puzzle_id = NEW.puzzle_id AND cell = NEW.cell AND step IS NULL;
    UPDATE puzzle
    SET givens = (
        SELECT SUBSTR(puzzle.givens, 1, l.row_no * 9 - 10 + l.column_no) || NEW.digit || SUBSTR(puzzle.givens, l.row_no * 9 - 8 + l.column_no)
        FROM location_wide AS l
        WHERE l.cell = NEW.cell
    )
    WHERE puzzle_id = NEW.puzzle_id AND NEW.rule = 'given';
    INSERT INTO step (puzzle_id, step, rule, placements, eliminations)
    SELECT z.puzzle_id, z.steps + 1, 'manual', 1, 0
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND NEW.rule = 'manual';
END;

-- A candidate that is crossed out by hand becomes a step. Either statement does the same.
CREATE TRIGGER elimination_by_hand AFTER INSERT ON elimination
WHEN NEW.step IS NULL
    OR NEW.rule = 'manual' AND NEW.step > (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id) AND NEW.step > 0
BEGIN
-- @include shared/not_by_hand
    SELECT RAISE(ABORT, 'no such rule, want manual')
    WHERE NEW.rule <> 'manual';
    SELECT RAISE(ABORT, 'the digit is not a candidate of the cell')
    WHERE EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell)
        OR EXISTS (
            SELECT 1
            FROM peer AS p
            CROSS JOIN cell AS c
            WHERE p.cell = NEW.cell AND c.puzzle_id = NEW.puzzle_id AND c.cell = p.peer AND c.digit = NEW.digit
        )
        OR EXISTS (SELECT 1 FROM candidate AS c WHERE c.puzzle_id = NEW.puzzle_id) AND NOT EXISTS (
            SELECT 1
            FROM candidate AS c
            WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell AND c.digit = NEW.digit
        );
    DELETE FROM candidate
    WHERE puzzle_id = NEW.puzzle_id AND cell = NEW.cell AND digit = NEW.digit;
    UPDATE elimination
    SET step = 1 + (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id)
    WHERE puzzle_id = NEW.puzzle_id AND cell = NEW.cell AND digit = NEW.digit AND step IS NULL;
    INSERT INTO step (puzzle_id, step, rule, placements, eliminations)
    SELECT z.puzzle_id, z.steps + 1, 'manual', 0, 1
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id;
END;

CREATE TRIGGER candidate_crossed_out AFTER DELETE ON candidate
WHEN EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = OLD.puzzle_id AND z.status IN ('new', 'stuck'))
    AND NOT EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = OLD.puzzle_id AND c.cell = OLD.cell)
    AND NOT EXISTS (
        SELECT 1
        FROM peer AS p
        CROSS JOIN cell AS c
        WHERE p.cell = OLD.cell AND c.puzzle_id = OLD.puzzle_id AND c.cell = p.peer AND c.digit = OLD.digit
    )
    AND NOT EXISTS (
        SELECT 1
        FROM elimination AS e
        WHERE e.puzzle_id = OLD.puzzle_id AND e.cell = OLD.cell AND e.digit = OLD.digit
    )
BEGIN
    INSERT INTO step (puzzle_id, step, rule, placements, eliminations)
    SELECT z.puzzle_id, z.steps + 1, 'manual', 0, 1
    FROM puzzle AS z
    WHERE z.puzzle_id = OLD.puzzle_id;
    INSERT INTO elimination (puzzle_id, cell, digit, step, rule)
    SELECT z.puzzle_id, OLD.cell, OLD.digit, z.steps, 'manual'
    FROM puzzle AS z
    WHERE z.puzzle_id = OLD.puzzle_id;
END;

-- A step by hand changes the puzzle. Deductions that were found before it do not fit any more.
CREATE TRIGGER step_by_hand AFTER INSERT ON step
WHEN NEW.rule = 'manual' AND NEW.step = 1 + (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id)
BEGIN
    UPDATE puzzle SET steps = NEW.step, status = 'new' WHERE puzzle_id = NEW.puzzle_id;
    DELETE FROM deduction WHERE puzzle_id = NEW.puzzle_id;
    DELETE FROM deduction_evidence WHERE puzzle_id = NEW.puzzle_id;
END;

-- A changed row would not agree with the candidates and the steps.
CREATE TRIGGER cell_unchanged BEFORE UPDATE ON cell WHEN OLD.step IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'a filled cell is not changed, its candidates and steps would not go with it');
END;

CREATE TRIGGER elimination_unchanged BEFORE UPDATE ON elimination WHEN OLD.step IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'an elimination is not changed, its candidates and steps would not go with it');
END;

CREATE TRIGGER candidate_unchanged BEFORE UPDATE ON candidate
BEGIN
    SELECT RAISE(ABORT, 'a candidate is not changed, delete it to take it away');
END;

CREATE TRIGGER puzzle_givens_changed AFTER UPDATE OF givens ON puzzle WHEN NEW.givens <> OLD.givens
BEGIN
    UPDATE puzzle SET canonical = NULL WHERE puzzle_id = NEW.puzzle_id;
END;

-- The deductions that a technique file found in a puzzle are deleted with the puzzle. Foreign keys delete all other rows.
CREATE TRIGGER puzzle_removed AFTER DELETE ON puzzle
BEGIN
    DELETE FROM deduction WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence WHERE puzzle_id = OLD.puzzle_id;
END;
