-- +goose Up
-- Any SQL client may write rows into the views cell, elimination, candidate and step. Triggers check every such row, whatever
-- its rule is, store it, and update the candidates.
--   INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 45, 7, 'manual')
-- The rule is given, manual or the name of a technique. A given has step 0. Rows of any other rule become a step, or join
-- the step whose number they name. The program writes the tables behind the views, without these triggers.

-- Step 0 with rule manual is for the digits of the column state, before the puzzle has candidates. A given that the puzzle
-- has already changes nothing. A step is inserted empty and then counts the rows that join it. If there is a step with a
-- number above puzzle.steps, it is a step of sql/apply.sql, which counts its rows itself.
--
-- No trigger says OR IGNORE or OR REPLACE. The statement that fires the trigger would replace these words by its own.

-- +goose StatementBegin
CREATE TRIGGER cell_entered INSTEAD OF INSERT ON cell
BEGIN
    SELECT RAISE(ABORT, 'no such puzzle')
    WHERE NOT EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id);
    SELECT RAISE(ABORT, 'the puzzle is finished')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND z.status NOT IN ('new', 'stuck');
    SELECT RAISE(ABORT, 'no such cell, want row * 10 + column, 11 to 99')
    WHERE NOT EXISTS (SELECT 1 FROM location_wide AS l WHERE l.cell = NEW.cell);
    SELECT RAISE(ABORT, 'no such digit, want 1 to 9')
    WHERE NOT EXISTS (SELECT 1 FROM token AS t WHERE t.digit = NEW.digit);
    SELECT RAISE(ABORT, 'no such rule, want given, manual or the name of a technique')
    WHERE NEW.rule IS NULL OR NEW.rule NOT IN ('given', 'manual') AND NOT EXISTS (SELECT 1 FROM technique AS t WHERE t.name = NEW.rule);
    SELECT RAISE(ABORT, 'a given has step 0 and comes before all steps')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND NEW.rule = 'given' AND (z.steps > 0 OR NEW.step <> 0);
    SELECT RAISE(IGNORE)
    FROM puzzle AS z
    CROSS JOIN location_wide AS l
    WHERE z.puzzle_id = NEW.puzzle_id
        AND l.cell = NEW.cell
        AND NEW.rule = 'given'
        AND SUBSTR(z.givens, l.row_no * 9 - 9 + l.column_no, 1) = CAST(NEW.digit AS TEXT);
    SELECT RAISE(ABORT, 'the cell holds a digit already')
    FROM grid_cell AS c
    WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell AND c.digit IS NOT NULL;
    SELECT RAISE(ABORT, 'the digit stands in the row, column or box of the cell already')
    FROM grid_cell AS c
    CROSS JOIN peer AS p
    WHERE c.puzzle_id = NEW.puzzle_id AND c.digit = NEW.digit AND p.cell = NEW.cell AND p.peer = c.cell;
    SELECT RAISE(ABORT, 'the puzzle came with another digit, or with none, in the cell')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND NEW.rule = 'given' AND z.state <> '';
    SELECT RAISE(ABORT, 'nobody has read the state of the puzzle yet, solve the puzzle first')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id
        AND z.state <> ''
        AND NEW.rule <> 'given'
        AND (NEW.rule <> 'manual' OR NEW.step IS NOT 0)
        AND NOT EXISTS (SELECT 1 FROM stored_candidate AS c WHERE c.puzzle_id = NEW.puzzle_id);
    SELECT RAISE(ABORT, 'leave step out or give the next one')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id
        AND NEW.rule <> 'given'
        AND NEW.step <> z.steps + 1
        AND (NEW.rule <> 'manual' OR NEW.step <> 0 OR z.state = ''
            OR EXISTS (SELECT 1 FROM stored_candidate AS c WHERE c.puzzle_id = NEW.puzzle_id))
        AND (NEW.rule = 'manual' OR NOT EXISTS (
            SELECT 1
            FROM step AS s
            WHERE s.puzzle_id = NEW.puzzle_id AND s.step = z.steps AND s.step = NEW.step AND s.rule = NEW.rule
        ));
    INSERT INTO stored_candidate (puzzle_id, marks)
    SELECT NEW.puzzle_id, GROUP_CONCAT(o.digits, '')
    FROM (
        SELECT SUBSTR(CAST(1000 + c.combination_id AS TEXT), 2) AS digits
        FROM open_cell AS c
        WHERE c.puzzle_id = NEW.puzzle_id AND NEW.rule <> 'given' AND NEW.step IS NOT 0
            AND NOT EXISTS (SELECT 1 FROM stored_candidate AS k WHERE k.puzzle_id = NEW.puzzle_id)
        ORDER BY c.cell
    ) AS o
    HAVING COUNT(*) = 81;
    UPDATE stored_candidate
    SET marks = (
        SELECT GROUP_CONCAT(o.digits, '')
        FROM (
            SELECT SUBSTR(CAST(1000 + (c.combination_id & CASE
                WHEN c.cell = NEW.cell THEN 0
                WHEN EXISTS (SELECT 1 FROM peer AS p WHERE p.cell = NEW.cell AND p.peer = c.cell) THEN ~(1 << (NEW.digit - 1))
                ELSE -1
            END) AS TEXT), 2) AS digits
            FROM open_cell AS c
            WHERE c.puzzle_id = NEW.puzzle_id
            ORDER BY c.cell
        ) AS o
    )
    WHERE puzzle_id = NEW.puzzle_id;
    UPDATE puzzle
    SET givens = (
        SELECT SUBSTR(puzzle.givens, 1, l.row_no * 9 - 10 + l.column_no) || NEW.digit || SUBSTR(puzzle.givens, l.row_no * 9 - 8 + l.column_no)
        FROM location_wide AS l
        WHERE l.cell = NEW.cell
    )
    WHERE puzzle_id = NEW.puzzle_id AND NEW.rule = 'given';
    INSERT INTO step (puzzle_id, step, rule, placements, eliminations, run_id)
    SELECT z.puzzle_id, z.steps + 1, NEW.rule, 0, 0, NULL
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id
        AND NEW.rule <> 'given'
        AND COALESCE(NEW.step, z.steps + 1) = z.steps + 1
        AND NOT EXISTS (SELECT 1 FROM step AS s WHERE s.puzzle_id = z.puzzle_id AND s.step = z.steps + 1);
    INSERT INTO stored_cell (puzzle_id, cell, digit, step, rule_no, unit_no, pattern)
    SELECT NEW.puzzle_id, NEW.cell, NEW.digit, COALESCE(NEW.step, z.steps), r.rule_no,
        CASE WHEN x.pattern % 1000 = NEW.cell * 10 + NEW.digit AND x.pattern / 1000 BETWEEN 0 AND 27 THEN x.pattern / 1000 END,
        CASE WHEN x.pattern % 1000 = NEW.cell * 10 + NEW.digit AND x.pattern / 1000 BETWEEN 0 AND 27 THEN NULL ELSE NULLIF(x.pattern, 0) END
    FROM puzzle AS z
    CROSS JOIN rule AS r
    CROSS JOIN (SELECT COALESCE(NEW.pattern, 0) AS pattern) AS x
    WHERE z.puzzle_id = NEW.puzzle_id AND r.rule = NEW.rule AND NEW.rule <> 'given';
    UPDATE stored_step
    SET placements = placements + 1
    WHERE puzzle_id = NEW.puzzle_id
        AND NEW.rule <> 'given'
        AND step = (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id)
        AND step = COALESCE(NEW.step, step);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER elimination_entered INSTEAD OF INSERT ON elimination
BEGIN
    SELECT RAISE(ABORT, 'no such puzzle')
    WHERE NOT EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id);
    SELECT RAISE(ABORT, 'the puzzle is finished')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND z.status NOT IN ('new', 'stuck');
    SELECT RAISE(ABORT, 'no such rule, want manual or the name of a technique')
    WHERE NEW.rule IS NULL OR NEW.rule <> 'manual' AND NOT EXISTS (SELECT 1 FROM technique AS t WHERE t.name = NEW.rule);
    SELECT RAISE(ABORT, 'nobody has read the state of the puzzle yet, solve the puzzle first')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id
        AND z.state <> ''
        AND NOT EXISTS (SELECT 1 FROM stored_candidate AS c WHERE c.puzzle_id = NEW.puzzle_id);
    SELECT RAISE(ABORT, 'the digit is no candidate of the cell')
    WHERE NOT EXISTS (
        SELECT 1
        FROM candidate AS c
        WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell AND c.digit = NEW.digit
    );
    SELECT RAISE(ABORT, 'leave step out or give the next one')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id
        AND NEW.step <> z.steps + 1
        AND (NEW.rule = 'manual' OR NOT EXISTS (
            SELECT 1
            FROM step AS s
            WHERE s.puzzle_id = NEW.puzzle_id AND s.step = z.steps AND s.step = NEW.step AND s.rule = NEW.rule
        ));
    INSERT INTO stored_candidate (puzzle_id, marks)
    SELECT NEW.puzzle_id, GROUP_CONCAT(o.digits, '')
    FROM (
        SELECT SUBSTR(CAST(1000 + c.combination_id AS TEXT), 2) AS digits
        FROM open_cell AS c
        WHERE c.puzzle_id = NEW.puzzle_id
            AND NOT EXISTS (SELECT 1 FROM stored_candidate AS k WHERE k.puzzle_id = NEW.puzzle_id)
        ORDER BY c.cell
    ) AS o
    HAVING COUNT(*) = 81;
    UPDATE stored_candidate
    SET marks = (
        SELECT GROUP_CONCAT(o.digits, '')
        FROM (
            SELECT SUBSTR(CAST(1000 + (c.combination_id & CASE c.cell WHEN NEW.cell THEN ~(1 << (NEW.digit - 1)) ELSE -1 END) AS TEXT), 2) AS digits
            FROM open_cell AS c
            WHERE c.puzzle_id = NEW.puzzle_id
            ORDER BY c.cell
        ) AS o
    )
    WHERE puzzle_id = NEW.puzzle_id;
    INSERT INTO step (puzzle_id, step, rule, placements, eliminations, run_id)
    SELECT z.puzzle_id, z.steps + 1, NEW.rule, 0, 0, NULL
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id
        AND COALESCE(NEW.step, z.steps + 1) = z.steps + 1
        AND NOT EXISTS (SELECT 1 FROM step AS s WHERE s.puzzle_id = z.puzzle_id AND s.step = z.steps + 1);
    INSERT INTO stored_elimination (puzzle_id, cell, digit, step, rule_no, pattern)
    SELECT NEW.puzzle_id, NEW.cell, NEW.digit, COALESCE(NEW.step, z.steps), r.rule_no, COALESCE(NEW.pattern, 0)
    FROM puzzle AS z
    CROSS JOIN rule AS r
    WHERE z.puzzle_id = NEW.puzzle_id AND r.rule = NEW.rule;
    UPDATE stored_step
    SET eliminations = eliminations + 1
    WHERE puzzle_id = NEW.puzzle_id
        AND step = (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id)
        AND step = COALESCE(NEW.step, step);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER candidate_entered INSTEAD OF INSERT ON candidate
BEGIN
    SELECT RAISE(ABORT, 'no such puzzle')
    WHERE NOT EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id);
    SELECT RAISE(ABORT, 'the puzzle is finished')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND z.status NOT IN ('new', 'stuck');
    SELECT RAISE(ABORT, 'no such cell or digit, want row * 10 + column and 1 to 9')
    WHERE NOT EXISTS (SELECT 1 FROM location_wide AS l CROSS JOIN token AS t WHERE l.cell = NEW.cell AND t.digit = NEW.digit);
    SELECT RAISE(ABORT, 'the cell holds a digit already')
    FROM grid_cell AS c
    WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell AND c.digit IS NOT NULL;
    SELECT RAISE(ABORT, 'the digit stands in the row, column or box of the cell already')
    FROM grid_cell AS c
    CROSS JOIN peer AS p
    WHERE c.puzzle_id = NEW.puzzle_id AND c.digit = NEW.digit AND p.cell = NEW.cell AND p.peer = c.cell;
    SELECT RAISE(ABORT, 'the candidate is there already')
    FROM candidate AS c
    WHERE c.puzzle_id = NEW.puzzle_id AND c.cell = NEW.cell AND c.digit = NEW.digit;
    INSERT INTO stored_candidate (puzzle_id, marks)
    SELECT NEW.puzzle_id, GROUP_CONCAT(o.digits, '')
    FROM (
        SELECT SUBSTR(CAST(1000 + c.combination_id AS TEXT), 2) AS digits
        FROM open_cell AS c
        WHERE c.puzzle_id = NEW.puzzle_id
            AND NOT EXISTS (SELECT 1 FROM stored_candidate AS k WHERE k.puzzle_id = NEW.puzzle_id)
        ORDER BY c.cell
    ) AS o
    HAVING COUNT(*) = 81;
    UPDATE stored_candidate
    SET marks = (
        SELECT GROUP_CONCAT(o.digits, '')
        FROM (
            SELECT SUBSTR(CAST(1000 + (c.combination_id | CASE c.cell WHEN NEW.cell THEN 1 << (NEW.digit - 1) ELSE 0 END) AS TEXT), 2) AS digits
            FROM open_cell AS c
            WHERE c.puzzle_id = NEW.puzzle_id
            ORDER BY c.cell
        ) AS o
    )
    WHERE puzzle_id = NEW.puzzle_id;
END;
-- +goose StatementEnd

-- A changed or deleted row would not agree with the candidates and the steps.

-- +goose StatementBegin
CREATE TRIGGER cell_not_changed INSTEAD OF UPDATE ON cell
BEGIN
    SELECT RAISE(ABORT, 'a filled cell is not changed, its candidates and steps would not go with it');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER cell_not_deleted INSTEAD OF DELETE ON cell
BEGIN
    SELECT RAISE(ABORT, 'a filled cell is not deleted, its candidates and steps would not go with it');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER elimination_not_changed INSTEAD OF UPDATE ON elimination
BEGIN
    SELECT RAISE(ABORT, 'an elimination is not changed, its candidates and steps would not go with it');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER elimination_not_deleted INSTEAD OF DELETE ON elimination
BEGIN
    SELECT RAISE(ABORT, 'an elimination is not deleted, its candidates and steps would not go with it');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER candidate_not_changed INSTEAD OF UPDATE ON candidate
BEGIN
    SELECT RAISE(ABORT, 'a candidate is not changed, insert it into elimination to take it away');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER candidate_not_deleted INSTEAD OF DELETE ON candidate
BEGIN
    SELECT RAISE(ABORT, 'a candidate is not deleted, insert it into elimination to take it away');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER step_not_changed INSTEAD OF UPDATE ON step
BEGIN
    SELECT RAISE(ABORT, 'a step is not changed, its rows would not go with it');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER step_not_deleted INSTEAD OF DELETE ON step
BEGIN
    SELECT RAISE(ABORT, 'a step is not deleted, its rows would not go with it');
END;
-- +goose StatementEnd

-- A step by hand makes earlier deductions invalid, and what was needed for the steps before it. The rating continues from what it
-- was. Steps of techniques belong to one run, like those of sql/apply.sql, which may use all techniques.

-- +goose StatementBegin
CREATE TRIGGER step_entered INSTEAD OF INSERT ON step
BEGIN
    SELECT RAISE(ABORT, 'no such puzzle')
    WHERE NOT EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id);
    SELECT RAISE(ABORT, 'no such rule, want manual or the name of a technique')
    WHERE NEW.rule IS NULL OR NEW.rule <> 'manual' AND NOT EXISTS (SELECT 1 FROM technique AS t WHERE t.name = NEW.rule);
    SELECT RAISE(ABORT, 'a step has the next number')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND NEW.step <> z.steps + 1;
    INSERT INTO run (started_at, engine, audit, selection, options, version)
    SELECT CURRENT_TIMESTAMP, 'shell', 'full', a.names, '{}', ''
    FROM (SELECT GROUP_CONCAT(t.name, ',') AS names FROM (SELECT c.name FROM technique AS c ORDER BY c.tier) AS t) AS a
    WHERE NEW.rule <> 'manual'
        AND NEW.placements + NEW.eliminations = 0
        AND NOT EXISTS (SELECT 1 FROM run AS r WHERE r.engine = 'shell' AND r.selection = a.names);
    INSERT INTO rule (rule_no, rule)
    SELECT MAX(r.rule_no) + 1, NEW.rule
    FROM rule AS r
    HAVING SUM(CASE r.rule WHEN NEW.rule THEN 1 ELSE 0 END) = 0;
    INSERT INTO stored_step (puzzle_id, step, rule_no, placements, eliminations, run_id)
    SELECT NEW.puzzle_id, NEW.step, r.rule_no, NEW.placements, NEW.eliminations,
        CASE WHEN NEW.rule <> 'manual' AND NEW.placements + NEW.eliminations = 0
            THEN (SELECT MAX(o.run_id) FROM run AS o WHERE o.engine = 'shell')
            ELSE NEW.run_id
        END
    FROM rule AS r
    WHERE r.rule = NEW.rule;
    UPDATE puzzle
    SET steps = NEW.step, status = 'new',
        score = score + COALESCE((SELECT t.weight FROM technique AS t WHERE t.name = NEW.rule), 0),
        hardest = (
            SELECT t.name
            FROM technique AS t
            WHERE t.name IN (NEW.rule, puzzle.hardest)
            ORDER BY t.level_no DESC, t.weight DESC, t.tier DESC
            LIMIT 1
        ),
        level = (
            SELECT t.level
            FROM technique AS t
            WHERE t.name IN (NEW.rule, puzzle.hardest)
            ORDER BY t.level_no DESC
            LIMIT 1
        )
    WHERE puzzle_id = NEW.puzzle_id AND NEW.placements + NEW.eliminations = 0;
    DELETE FROM deduction WHERE puzzle_id = NEW.puzzle_id AND NEW.placements + NEW.eliminations = 0;
    DELETE FROM deduction_evidence WHERE puzzle_id = NEW.puzzle_id AND NEW.placements + NEW.eliminations = 0;
    DELETE FROM needed WHERE puzzle_id = NEW.puzzle_id AND NEW.placements + NEW.eliminations = 0;
END;
-- +goose StatementEnd

-- The rows of a technique are counted. If a technique fills the last cell, the puzzle is solved. A last cell filled by hand
-- proves nothing.

-- +goose StatementBegin
CREATE TRIGGER step_counted AFTER UPDATE OF placements, eliminations ON stored_step
WHEN NEW.rule_no <> 101 AND NEW.placements + NEW.eliminations = OLD.placements + OLD.eliminations + 1
BEGIN
    UPDATE puzzle
    SET (techniques, technique_steps) = (
        SELECT '{' || GROUP_CONCAT('"' || u.name || '":' || CAST(u.deductions AS TEXT), ',') || '}',
            '{' || GROUP_CONCAT('"' || u.name || '":' || CAST(u.steps AS TEXT), ',') || '}'
        FROM (
            SELECT t.name, SUM(x.deductions) AS deductions, SUM(x.steps) AS steps
            FROM (
                SELECT j.technique, j.deductions, j.steps
                FROM puzzle_technique AS j
                WHERE j.puzzle_id = NEW.puzzle_id
                UNION ALL
                SELECT r.rule, 1, CASE NEW.placements + NEW.eliminations WHEN 1 THEN 1 ELSE 0 END
                FROM rule AS r
                WHERE r.rule_no = NEW.rule_no
            ) AS x
            INNER JOIN technique AS t ON t.name = x.technique
            GROUP BY t.tier, t.name
            ORDER BY t.tier
        ) AS u
    )
    WHERE puzzle_id = NEW.puzzle_id;
    UPDATE puzzle
    SET status = 'solved', run_id = NEW.run_id,
        solution = (
            SELECT GROUP_CONCAT(f.digit, '')
            FROM (SELECT CAST(c.digit AS TEXT) AS digit FROM cell AS c WHERE c.puzzle_id = NEW.puzzle_id ORDER BY c.cell) AS f
        )
    WHERE puzzle_id = NEW.puzzle_id AND (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = NEW.puzzle_id) = 81;
    DELETE FROM stored_candidate
    WHERE puzzle_id = NEW.puzzle_id AND (SELECT z.status FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id) = 'solved';
END;
-- +goose StatementEnd

-- The deductions that a technique file found in a puzzle are deleted with the puzzle. Foreign keys delete all other rows.

-- +goose StatementBegin
CREATE TRIGGER puzzle_removed AFTER DELETE ON puzzle
BEGIN
    DELETE FROM deduction WHERE puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence WHERE puzzle_id = OLD.puzzle_id;
END;
-- +goose StatementEnd

-- A shell runs a statement of sql/shared by a row in shared_statement. What repeats gets 511 rounds at most.

-- +goose StatementBegin
CREATE TRIGGER shared_link_groups INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'link_groups'
BEGIN
-- @include shared/link_groups
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER shared_join_links INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'join_links'
BEGIN
-- @include shared/join_links
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER shared_reach_chains INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'reach_chains'
BEGIN
-- @include shared/reach_chains
    INSERT INTO shared_statement (name, round)
    SELECT 'extend_chains', c.combination_id
    FROM combination AS c
    ORDER BY c.combination_id;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER shared_extend_chains INSTEAD OF INSERT ON shared_statement
WHEN NEW.name = 'extend_chains' AND (SELECT MAX(m.links) FROM chain_reach AS m) >= NEW.round
BEGIN
-- @include shared/extend_chains
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER shared_reach_weighted_chains INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'reach_weighted_chains'
BEGIN
-- @include shared/reach_weighted_chains
    INSERT INTO shared_statement (name, round)
    SELECT 'extend_weighted_chains', c.combination_id
    FROM combination AS c
    ORDER BY c.combination_id;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER shared_extend_weighted_chains INSTEAD OF INSERT ON shared_statement
WHEN NEW.name = 'extend_weighted_chains' AND (SELECT MAX(m.links) FROM chain_reach AS m) >= NEW.round
BEGIN
-- @include shared/extend_weighted_chains
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER shared_chain_evidence INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'chain_evidence'
BEGIN
-- @include shared/chain_evidence
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER shared_fish_evidence INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'fish_evidence'
BEGIN
-- @include shared/fish_evidence
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER shared_hypothesis_sets INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'hypothesis_sets'
BEGIN
-- @include shared/hypothesis_sets
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER shared_forcing_evidence INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'forcing_evidence'
BEGIN
-- @include shared/forcing_evidence
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
DROP TRIGGER shared_forcing_evidence;
DROP TRIGGER shared_hypothesis_sets;
DROP TRIGGER shared_fish_evidence;
DROP TRIGGER shared_chain_evidence;
DROP TRIGGER shared_extend_weighted_chains;
DROP TRIGGER shared_reach_weighted_chains;
DROP TRIGGER shared_extend_chains;
DROP TRIGGER shared_reach_chains;
DROP TRIGGER shared_join_links;
DROP TRIGGER shared_link_groups;
DROP TRIGGER puzzle_removed;
DROP TRIGGER step_counted;
DROP TRIGGER step_entered;
DROP TRIGGER step_not_deleted;
DROP TRIGGER step_not_changed;
DROP TRIGGER candidate_not_deleted;
DROP TRIGGER candidate_not_changed;
DROP TRIGGER elimination_not_deleted;
DROP TRIGGER elimination_not_changed;
DROP TRIGGER cell_not_deleted;
DROP TRIGGER cell_not_changed;
DROP TRIGGER candidate_entered;
DROP TRIGGER elimination_entered;
DROP TRIGGER cell_entered;
