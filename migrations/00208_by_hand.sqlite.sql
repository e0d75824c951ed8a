-- Marks: @include, @unchanged. migrations/embed.go says what they mean; setdoku migrate sql prints the text without them.
-- Rows that any SQL client may write by hand. Each trigger checks a row and trims the candidates.
--   INSERT INTO cell (puzzle_id, cell, digit) VALUES (1, 45, 7)
--   INSERT INTO elimination (puzzle_id, cell, digit) VALUES (1, 46, 2)
--   DELETE FROM candidate WHERE puzzle_id = 1 AND cell = 46 AND digit = 2
--   DELETE FROM step WHERE puzzle_id = 1 AND step = 3, to undo the last step
--   DELETE FROM candidate_grid WHERE puzzle_id = 1, to remove all candidates
-- A row by hand leaves the step out, and the trigger gives it the next one. A row that names a step is the record of the program or
-- of sql/apply.sql, which trim the candidates themselves. verify checks every row.

-- While this table has its row, the triggers below let a statement delete and change rows of the record. The program inserts the row and
-- deletes it within a transaction, and so do the triggers, so nobody else sees it.
CREATE TABLE writer ( -- One row while the program or a trigger changes the record, else none
    open INTEGER NOT NULL, -- 1
    CONSTRAINT pk_writer PRIMARY KEY (open),
    CONSTRAINT ck_writer_open CHECK (open = 1)
) STRICT;

-- A file has no users.
CREATE VIEW maker ( -- One row: who makes a step by hand or in a shell now, and the time
    made_at, -- The time, UTC
    made_by -- In a file shell; on a server the user of the connection
) AS
SELECT STRFTIME('%Y-%m-%dT%H:%M:%SZ', 'now'), 'shell';

-- INSERT OR REPLACE would delete the row of a puzzle and leave its other rows.
CREATE TRIGGER puzzle_there BEFORE INSERT ON puzzle
WHEN EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id)
    OR EXISTS (SELECT 1 FROM puzzle AS z WHERE z.givens = NEW.givens AND z.state = NEW.state AND z.variant = NEW.variant)
BEGIN
    SELECT RAISE(ABORT, 'the puzzle is there already, or another one has its puzzle_id');
END;

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
    SELECT RAISE(ABORT, 'the row, column or box of the cell already has the digit')
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
    INSERT OR IGNORE INTO writer (open) VALUES (1);
    UPDATE puzzle
    SET givens = (
        SELECT SUBSTR(puzzle.givens, 1, l.row_no * 9 - 10 + l.column_no) || NEW.digit || SUBSTR(puzzle.givens, l.row_no * 9 - 8 + l.column_no)
        FROM location_wide AS l
        WHERE l.cell = NEW.cell
    )
    WHERE puzzle_id = NEW.puzzle_id AND NEW.rule = 'given';
    INSERT INTO step (puzzle_id, step, rule, placements, eliminations, made_at, made_by)
    SELECT z.puzzle_id, z.steps + 1, 'manual', 1, 0, m.made_at, m.made_by
    FROM puzzle AS z
    CROSS JOIN maker AS m
    WHERE z.puzzle_id = NEW.puzzle_id AND NEW.rule = 'manual';
    DELETE FROM writer;
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
    INSERT OR IGNORE INTO writer (open) VALUES (1);
    INSERT INTO step (puzzle_id, step, rule, placements, eliminations, made_at, made_by)
    SELECT z.puzzle_id, z.steps + 1, 'manual', 0, 1, m.made_at, m.made_by
    FROM puzzle AS z
    CROSS JOIN maker AS m
    WHERE z.puzzle_id = NEW.puzzle_id;
    DELETE FROM writer;
END;

-- A candidate that is deleted joins the last step if that is a step of eliminations by hand, and no run worked on the puzzle since. So the
-- rows of one DELETE, and of DELETEs that follow each other, are one step. A row trigger sees no statement. So it cannot know that a
-- statement deletes all candidates of a puzzle, and refuses the last one of each cell.

CREATE TRIGGER candidate_crossed_out AFTER DELETE ON candidate
WHEN NOT EXISTS (SELECT 1 FROM writer)
    AND EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = OLD.puzzle_id AND z.status IN ('new', 'stuck'))
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
    SELECT RAISE(ABORT, 'only puzzles of classic are played by hand')
    FROM puzzle AS z
    WHERE z.puzzle_id = OLD.puzzle_id AND z.variant <> 'classic';
    SELECT RAISE(ABORT, 'a cell keeps its last candidate. To remove all candidates of a puzzle, DELETE FROM candidate_grid WHERE puzzle_id = ...')
    WHERE NOT EXISTS (SELECT 1 FROM candidate AS c WHERE c.puzzle_id = OLD.puzzle_id AND c.cell = OLD.cell);
    INSERT OR IGNORE INTO writer (open) VALUES (1);
    INSERT INTO step (puzzle_id, step, rule, placements, eliminations, made_at, made_by)
    SELECT z.puzzle_id, z.steps + 1, 'manual', 0, 0, m.made_at, m.made_by
    FROM puzzle AS z
    CROSS JOIN maker AS m
    WHERE z.puzzle_id = OLD.puzzle_id
        AND (
            NOT EXISTS (
                SELECT 1
                FROM step AS s
                WHERE s.puzzle_id = z.puzzle_id AND s.step = z.steps AND s.rule = 'manual' AND s.placements = 0
            )
            OR EXISTS (SELECT 1 FROM attempt AS a WHERE a.puzzle_id = z.puzzle_id AND a.first_step > z.steps)
        );
    INSERT INTO elimination (puzzle_id, cell, digit, step, rule)
    SELECT z.puzzle_id, OLD.cell, OLD.digit, z.steps, 'manual'
    FROM puzzle AS z
    WHERE z.puzzle_id = OLD.puzzle_id;
    UPDATE step
    SET eliminations = eliminations + 1
    WHERE puzzle_id = OLD.puzzle_id AND step = (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = OLD.puzzle_id);
    DELETE FROM deduction WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM writer;
END;

-- All candidates of a puzzle are removed at once. They follow from its cells and eliminations, so this is not a step.
CREATE TRIGGER candidates_removed INSTEAD OF DELETE ON candidate_grid
BEGIN
    INSERT OR IGNORE INTO writer (open) VALUES (1);
    DELETE FROM candidate WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM writer;
END;

-- A step without a run is a step by hand, which a trigger inserts.
CREATE TRIGGER step_alone BEFORE INSERT ON step
WHEN NEW.run_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM writer)
    AND (NEW.rule <> 'manual' OR NEW.step > (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id))
BEGIN
    SELECT RAISE(ABORT, 'a step by hand is a row of cell or elimination, insert that row');
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
    SELECT RAISE(ABORT, 'a candidate is not changed, delete it to remove it');
END;

-- Deleting the last step undoes it, unless a run made it. All that the step changed follows.
CREATE TRIGGER step_undone AFTER DELETE ON step
WHEN NOT EXISTS (SELECT 1 FROM writer) AND EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = OLD.puzzle_id)
BEGIN
    SELECT RAISE(ABORT, 'only the last step of a puzzle can be deleted, which undoes it')
    FROM puzzle AS z
    WHERE z.puzzle_id = OLD.puzzle_id AND z.steps <> OLD.step;
    SELECT RAISE(ABORT, 'a run made the step, and setdoku solve --again makes the steps anew')
    FROM attempt AS a
    WHERE a.puzzle_id = OLD.puzzle_id AND OLD.step BETWEEN a.first_step AND a.last_step;
    INSERT OR IGNORE INTO writer (open) VALUES (1);
    DELETE FROM cell WHERE puzzle_id = OLD.puzzle_id AND step = OLD.step;
    DELETE FROM elimination WHERE puzzle_id = OLD.puzzle_id AND step = OLD.step;
    DELETE FROM step_evidence WHERE puzzle_id = OLD.puzzle_id AND step = OLD.step;
    DELETE FROM attempt WHERE puzzle_id = OLD.puzzle_id AND first_step > OLD.step;
    DELETE FROM branch WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM contradiction WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM needed WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM puzzle_technique WHERE puzzle_id = OLD.puzzle_id AND technique = OLD.rule AND steps = 1;
    UPDATE puzzle_technique
    SET steps = steps - 1, deductions = deductions - OLD.placements - OLD.eliminations
    WHERE puzzle_id = OLD.puzzle_id AND technique = OLD.rule;
    UPDATE puzzle
-- @include shared/undone_puzzle
    WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM candidate WHERE puzzle_id = OLD.puzzle_id;
    INSERT INTO candidate (puzzle_id, cell, digit)
    SELECT z.puzzle_id, l.cell, t.digit
    FROM puzzle AS z
    CROSS JOIN location_wide AS l
    CROSS JOIN token AS t
    WHERE z.puzzle_id = OLD.puzzle_id
-- @include shared/undone_candidate
    ;
    DELETE FROM writer;
END;

-- A cell or an elimination without its step would not agree with the candidates and the steps.
CREATE TRIGGER cell_removed BEFORE DELETE ON cell
WHEN NOT EXISTS (SELECT 1 FROM writer) AND EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = OLD.puzzle_id)
BEGIN
    SELECT RAISE(ABORT, 'a cell is emptied with its step: DELETE FROM step, the last step first. A given stays as long as its puzzle');
END;

CREATE TRIGGER elimination_removed BEFORE DELETE ON elimination
WHEN NOT EXISTS (SELECT 1 FROM writer) AND EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = OLD.puzzle_id)
BEGIN
    SELECT RAISE(ABORT, 'an elimination is taken back with its step: DELETE FROM step, the last step first');
END;

-- What a technique file inserts in a shell.
CREATE TRIGGER deduction_new BEFORE INSERT ON deduction
WHEN EXISTS (
    SELECT 1
    FROM deduction AS d
    WHERE d.puzzle_id = NEW.puzzle_id AND d.technique = NEW.technique AND d.cell = NEW.cell AND d.digit = NEW.digit
)
BEGIN
    SELECT RAISE(ABORT, 'the deduction is there already, run sql/apply.sql or DELETE FROM deduction before a technique file runs again');
END;

CREATE TRIGGER deduction_known BEFORE INSERT ON deduction
WHEN NOT EXISTS (SELECT 1 FROM technique AS t WHERE t.name = NEW.technique)
BEGIN
    SELECT RAISE(ABORT, 'the table technique has no row for the technique, insert one first with family user, as docs/writing-a-technique.md shows');
END;

-- @unchanged step made_by
WHEN NOT EXISTS (SELECT 1 FROM writer)
BEGIN
    SELECT RAISE(ABORT, 'a step is not changed, its cells and eliminations would not go with it');
END;

-- The rows of a puzzle name it, and its cells have its givens.
CREATE TRIGGER puzzle_unchanged BEFORE UPDATE OF puzzle_id, givens, state, variant ON puzzle
WHEN NOT EXISTS (SELECT 1 FROM writer)
BEGIN
    SELECT RAISE(ABORT, 'a puzzle keeps its puzzle_id')
    WHERE NEW.puzzle_id <> OLD.puzzle_id;
    SELECT RAISE(ABORT, 'a puzzle keeps its givens, state and variant: delete it and insert another one')
    WHERE NEW.givens <> OLD.givens OR NEW.state <> OLD.state OR NEW.variant <> OLD.variant;
END;

-- Every change from which a run would go on in another way raises the version. From candidates it goes on only after steps.
CREATE TRIGGER puzzle_version AFTER UPDATE OF givens, state, variant, status, steps, score, rounds, run_id ON puzzle
WHEN NEW.version = OLD.version
BEGIN
    UPDATE puzzle SET version = version + 1 WHERE puzzle_id = NEW.puzzle_id;
END;

CREATE TRIGGER candidate_added_version AFTER INSERT ON candidate
BEGIN
    UPDATE puzzle SET version = version + 1 WHERE puzzle_id = NEW.puzzle_id AND steps > 0;
END;

CREATE TRIGGER candidate_removed_version AFTER DELETE ON candidate
BEGIN
    UPDATE puzzle SET version = version + 1 WHERE puzzle_id = OLD.puzzle_id AND steps > 0;
END;

CREATE TRIGGER puzzle_givens_changed AFTER UPDATE OF givens ON puzzle WHEN NEW.givens <> OLD.givens
BEGIN
    UPDATE puzzle SET canonical = NULL WHERE puzzle_id = NEW.puzzle_id;
    DELETE FROM puzzle_property WHERE puzzle_id = NEW.puzzle_id;
    DELETE FROM property_cell WHERE puzzle_id = NEW.puzzle_id;
END;

-- All rows of a puzzle are deleted with it. Foreign keys would do so, but the sqlite3 shell ignores them.
CREATE TRIGGER puzzle_removed AFTER DELETE ON puzzle
BEGIN
    DELETE FROM cell WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM candidate WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM step WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM elimination WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM step_evidence WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM puzzle_technique WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM needed WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM puzzle_property WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM property_cell WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM puzzle_tag WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM contradiction WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM branch WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM attempt WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM game WHERE puzzle_id = OLD.puzzle_id;
END;

CREATE TRIGGER game_removed AFTER DELETE ON game
BEGIN
    DELETE FROM game_move WHERE game_id = OLD.game_id;
    DELETE FROM game_hint WHERE game_id = OLD.game_id;
END;
