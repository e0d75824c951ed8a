-- +goose Up
-- Collections: which puzzles are the same, where they belong, and what the columns hold.

-- The smallest isomorph of the givens as text, '.' before the digits. Isomorphs have the same. Only the
-- program can compute it, so it is null in a row that something else inserted, until the program
-- finds it.
ALTER TABLE puzzle ADD COLUMN canonical TEXT;

CREATE INDEX puzzle_canonical ON puzzle (canonical);

-- What keeps pages of large collections quick: counts by level, status and hardest technique come from one
-- index alone, also for ranges of score and clues, and lists by score or steps begin where the
-- page before has ended.
CREATE INDEX puzzle_facet ON puzzle (level, status, hardest, score, LENGTH(REPLACE(givens, '.', '')));
CREATE INDEX puzzle_score ON puzzle (score, puzzle_id);
CREATE INDEX puzzle_steps ON puzzle (steps, puzzle_id);

-- The tags of a puzzle.
CREATE TABLE puzzle_tag (
    puzzle_id BIGINT NOT NULL,
    tag TEXT NOT NULL,
    CONSTRAINT pk_puzzle_tag PRIMARY KEY (puzzle_id, tag),
    CONSTRAINT ck_puzzle_tag_tag CHECK (tag <> '')
) PARTITION BY HASH (puzzle_id);

CREATE INDEX puzzle_tag_tag ON puzzle_tag (tag, puzzle_id);

-- +goose StatementBegin
DO $$
DECLARE
    parts INTEGER := COALESCE(NULLIF(CURRENT_SETTING('setdoku.partitions', TRUE), ''), '16');
BEGIN
    FOR part IN 0 .. parts - 1 LOOP
        EXECUTE FORMAT(
            'CREATE TABLE %I PARTITION OF puzzle_tag FOR VALUES WITH (MODULUS %s, REMAINDER %s)', 'puzzle_tag_' || part, parts, part);
    END LOOP;
END
$$;
-- +goose StatementEnd

-- What triggers that are there do on top of what they did. No trigger is added, for on Citus none
-- of these is there.

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION puzzle_changed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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

-- What tables, views and columns hold, for people who see the database for the first time.
-- column_name is empty for a table itself.
CREATE TABLE column_comment (
    table_name TEXT NOT NULL,
    column_name TEXT NOT NULL,
    comment TEXT NOT NULL,
    CONSTRAINT pk_column_comment PRIMARY KEY (table_name, column_name)
);

INSERT INTO column_comment (table_name, column_name, comment)
VALUES
    ('puzzle', '', 'A puzzle as it came, and how it ended'),
    ('puzzle', 'puzzle_id', 'Number of the puzzle'),
    ('puzzle', 'givens', 'The puzzle as it came, 81 characters row by row, a dot for an empty cell'),
    ('puzzle', 'state', 'Placed digits and crossed-out pencil marks that came with it, as a library line; empty for givens alone'),
    ('puzzle', 'status', 'new, solved (one solution, proved), multiple, invalid (no solution) or stuck (the techniques end here)'),
    ('puzzle', 'solution', 'The filled grid, 81 characters, of a solved puzzle'),
    ('puzzle', 'level', 'easy, medium, hard, unfair or extreme: the level of the hardest technique'),
    ('puzzle', 'score', 'Sum of the weights of the techniques over the steps'),
    ('puzzle', 'hardest', 'The technique that rates highest of those used'),
    ('puzzle', 'steps', 'Number of steps'),
    ('puzzle', 'techniques', 'Placements and eliminations of each technique, as JSON; view puzzle_technique has them as rows'),
    ('puzzle', 'run_id', 'The run that left it as it is'),
    ('puzzle', 'name', 'Its name in the file that it came from'),
    ('puzzle', 'source', 'File and line that it came from'),
    ('puzzle', 'canonical', 'The smallest isomorph of the givens, equal for all isomorphs; null until it is computed'),
    ('puzzle_tag', '', 'A tag that a puzzle was given, by import --tag'),
    ('puzzle_tag', 'puzzle_id', 'The puzzle'),
    ('puzzle_tag', 'tag', 'Name of the tag, such as that of a collection'),
    ('cell', '', 'A filled cell'),
    ('cell', 'puzzle_id', 'The puzzle'),
    ('cell', 'cell', 'row * 10 + column, 11 to 99'),
    ('cell', 'digit', 'The digit, 1 to 9'),
    ('cell', 'step', 'The step that filled it, 0 for givens'),
    ('cell', 'rule', 'The technique that placed it, or given, manual or search'),
    ('cell', 'pattern', 'Names the pattern within its step; view evidence takes it apart'),
    ('candidate', '', 'A pencil mark of an unfinished puzzle'),
    ('candidate', 'puzzle_id', 'The puzzle'),
    ('candidate', 'cell', 'row * 10 + column, 11 to 99'),
    ('candidate', 'digit', 'The digit, 1 to 9'),
    ('run', '', 'A call of the solver'),
    ('run', 'run_id', 'Number of the run'),
    ('run', 'started_at', 'When it began, UTC'),
    ('run', 'finished_at', 'When it ended, null while it runs or if it was interrupted'),
    ('run', 'engine', 'sql, bitmask, auto or cte'),
    ('run', 'audit', 'What it kept: full, steps or none'),
    ('run', 'selection', 'The techniques that it was allowed'),
    ('run', 'options', 'Further options, as JSON'),
    ('run', 'version', 'Version of the program'),
    ('step', '', 'A pass of one technique that changed a puzzle'),
    ('step', 'puzzle_id', 'The puzzle'),
    ('step', 'step', '1, 2, 3, ... within the puzzle'),
    ('step', 'rule', 'The technique, or manual or search'),
    ('step', 'placements', 'Digits that it placed'),
    ('step', 'eliminations', 'Candidates that it took away, without what placements trim'),
    ('step', 'run_id', 'The run that made it'),
    ('placement', '', 'A placed digit, with the rule and pattern that prove it (a view of cell)'),
    ('placement', 'puzzle_id', 'The puzzle'),
    ('placement', 'step', 'The step, 0 for givens'),
    ('placement', 'cell', 'row * 10 + column, 11 to 99'),
    ('placement', 'digit', 'The digit, 1 to 9'),
    ('placement', 'rule', 'The technique, or given, manual or search'),
    ('placement', 'pattern', 'Names the pattern within its step'),
    ('elimination', '', 'A candidate that a technique took away, with the pattern that proves it'),
    ('elimination', 'puzzle_id', 'The puzzle'),
    ('elimination', 'step', 'The step, 0 for what was crossed out when the puzzle came'),
    ('elimination', 'cell', 'row * 10 + column, 11 to 99'),
    ('elimination', 'digit', 'The digit, 1 to 9'),
    ('elimination', 'rule', 'The technique, or given or manual'),
    ('elimination', 'pattern', 'Names the pattern within its step'),
    ('evidence', '', 'A part of a pattern: a cell, digit or unit and the role that it plays'),
    ('evidence', 'puzzle_id', 'The puzzle'),
    ('evidence', 'step', 'The step, null for what was found and not applied'),
    ('evidence', 'pattern', 'Names the pattern within its step'),
    ('evidence', 'ordinal', 'Order of the parts within the pattern'),
    ('evidence', 'role', 'single, base, cover, unit, cell, digit, fin, link, ...'),
    ('evidence', 'cell', 'row * 10 + column, if the part has a cell'),
    ('evidence', 'digit', '1 to 9, if it has a digit'),
    ('evidence', 'unit_type', 'row, column or box, if it has a unit'),
    ('evidence', 'unit', '1 to 9, boxes row by row'),
    ('contradiction', '', 'Why a puzzle has no solution'),
    ('contradiction', 'puzzle_id', 'The puzzle'),
    ('contradiction', 'step', 'The last step before it'),
    ('contradiction', 'kind', 'no_candidate, no_place, two_digits, two_places or no_solution'),
    ('contradiction', 'cell', 'The cell that no digit fits, if that is it'),
    ('contradiction', 'unit_type', 'row, column or box that misses a digit, if that is it'),
    ('contradiction', 'unit', '1 to 9'),
    ('contradiction', 'digit', 'The digit'),
    ('branch', '', 'A digit that search tried'),
    ('branch', 'puzzle_id', 'The puzzle'),
    ('branch', 'engine', 'The engine that searched'),
    ('branch', 'branch', 'Number of the branch within the puzzle'),
    ('branch', 'parent', 'The branch it grows from, 0 for the puzzle'),
    ('branch', 'depth', 'How many branches deep'),
    ('branch', 'cell', 'Where it puts the digit'),
    ('branch', 'digit', 'The digit'),
    ('branch', 'outcome', 'solved, invalid, multiple, split or open'),
    ('technique', '', 'A technique of the catalogue'),
    ('technique', 'tier', 'Its place in the order in which they are tried'),
    ('technique', 'name', 'Its name, as in rule'),
    ('technique', 'title', 'Its name as people write it'),
    ('technique', 'family', 'What --techniques and --without may say in place of the name'),
    ('technique', 'weight', 'What a step of it adds to the score'),
    ('technique', 'level', 'easy, medium, hard, unfair or extreme'),
    ('technique', 'level_no', 'The level as a number, easy first'),
    ('technique', 'assumes_unique', 'Whether it takes for granted that there is one solution'),
    ('technique', 'file', 'Its statement in sql/, without .sql'),
    ('technique', 'size', 'The size that it asks of the statement'),
    ('token', '', 'A character of a puzzle and the digit it stands for'),
    ('token', 'character', 'The character in a puzzle'),
    ('token', 'digit', '1 to 9, null for an empty cell'),
    ('token', 'mask', 'A number in which each digit has a place of its own, so that sums of masks are sets'),
    ('location', '', 'A cell in a unit, a row for each of its three units'),
    ('location', 'cell', 'row * 10 + column, 11 to 99'),
    ('location', 'unit_type', 'row, column or box'),
    ('location', 'unit', '1 to 9, boxes row by row'),
    ('location', 'unit_no', '1 to 27, rows, then columns, then boxes'),
    ('location', 'position', 'Place of the cell in the unit, 1 to 9'),
    ('location', 'place', 'The position as a number that sums of are sets'),
    ('location_wide', '', 'A cell with its row, column and box'),
    ('location_wide', 'cell', 'row * 10 + column, 11 to 99'),
    ('location_wide', 'row_no', '1 to 9'),
    ('location_wide', 'column_no', '1 to 9'),
    ('location_wide', 'box_no', '1 to 9, row by row'),
    ('peer', '', 'Two cells that share a unit'),
    ('peer', 'cell', 'row * 10 + column, 11 to 99'),
    ('peer', 'peer', 'A cell that shares a unit with it'),
    ('combination', '', 'A set of 1 to 9 digits, or of places in a unit'),
    ('combination', 'combination_id', 'Number of the set'),
    ('combination', 'size', 'How many digits it has, 1 to 9'),
    ('combination', 'mask', 'Sum of the masks of its digits'),
    ('combination', 'display', 'Such as 1.3......'),
    ('combination', 'members', 'Its digits, such as 1,3'),
    ('combination_member', '', 'A digit of a set'),
    ('combination_member', 'combination_id', 'The set'),
    ('combination_member', 'digit', 'A digit of it'),
    ('combination_member', 'ordinal', 'First, second, ... digit of the set'),
    ('board', '', 'A line of the grid'),
    ('board', 'puzzle_id', 'The puzzle'),
    ('board', 'row_no', '1 to 9'),
    ('board', 'line', 'Its digits, a dot for an empty cell'),
    ('candidate_grid', '', 'A line of the grid with pencil marks'),
    ('candidate_grid', 'puzzle_id', 'The puzzle'),
    ('candidate_grid', 'row_no', '1 to 9'),
    ('candidate_grid', 'line', 'Digits and pencil marks, nine characters a cell'),
    ('candidate_at', '', 'A candidate as it was after a step'),
    ('candidate_at', 'puzzle_id', 'The puzzle'),
    ('candidate_at', 'step', 'The step, 0 for the beginning'),
    ('candidate_at', 'cell', 'row * 10 + column, 11 to 99'),
    ('candidate_at', 'digit', 'The digit, 1 to 9'),
    ('violation', '', 'A digit that stands twice in a unit; no row means that the grid is valid'),
    ('violation', 'puzzle_id', 'The puzzle'),
    ('violation', 'unit_type', 'row, column or box'),
    ('violation', 'unit', '1 to 9'),
    ('violation', 'digit', 'The digit'),
    ('violation', 'multiplicity', 'How often it stands there'),
    ('history', '', 'A deduction in words'),
    ('history', 'puzzle_id', 'The puzzle'),
    ('history', 'step', 'The step'),
    ('history', 'rule', 'The technique'),
    ('history', 'text', 'Such as r4c5<>7 x_wing rows 2,8 columns 5,9'),
    ('technique_usage', '', 'How often each technique was used'),
    ('technique_usage', 'technique', 'Its name'),
    ('technique_usage', 'title', 'Its name as people write it'),
    ('technique_usage', 'level', 'easy, medium, hard, unfair or extreme'),
    ('technique_usage', 'puzzles', 'Puzzles in which it made a step'),
    ('technique_usage', 'steps', 'Its steps'),
    ('technique_usage', 'placements', 'Digits that it placed'),
    ('technique_usage', 'eliminations', 'Candidates that it took away'),
    ('puzzle_rating', '', 'How hard each puzzle is'),
    ('puzzle_rating', 'puzzle_id', 'The puzzle'),
    ('puzzle_rating', 'status', 'As in puzzle'),
    ('puzzle_rating', 'level', 'As in puzzle'),
    ('puzzle_rating', 'score', 'As in puzzle'),
    ('puzzle_rating', 'hardest', 'As in puzzle'),
    ('puzzle_rating', 'steps', 'As in puzzle'),
    ('puzzle_technique', '', 'How much each technique did in each puzzle'),
    ('puzzle_technique', 'puzzle_id', 'The puzzle'),
    ('puzzle_technique', 'technique', 'Its name'),
    ('puzzle_technique', 'deductions', 'Its placements and eliminations'),
    ('column_comment', '', 'What tables, views and their columns hold'),
    ('column_comment', 'table_name', 'Table or view'),
    ('column_comment', 'column_name', 'Column, empty for the table itself'),
    ('column_comment', 'comment', 'What it holds'),
    ('unit_name', '', 'The 27 units by number'),
    ('superset', '', 'Sets of digits and the sets that contain them'),
    ('intersection', '', 'Where a line and a box cross'),
    ('deduction', '', 'What a technique file found and nobody has applied yet'),
    ('deduction_evidence', '', 'The parts of the patterns in deduction'),
    ('step_evidence', '', 'Parts of patterns that are no sets of lines or cells; read the view evidence instead'),
    ('pass', '', 'What a technique file is asked to look at: every technique in every unfinished puzzle'),
    ('candidate_mask', '', 'All pencil marks of a cell as one set'),
    ('unit_state', '', 'Open places and missing digits of the units of unfinished puzzles'),
    ('place_mask', '', 'The places of a digit in a unit as one set'),
    ('pattern_part', '', 'The pattern numbers taken apart, for the view evidence'),
    ('hypothesis', '', 'For techniques that try a digit: what follows from it'),
    ('pencil_mark', '', 'For techniques: candidates in the order digit, cell'),
    ('placed_cell', '', 'For techniques: cells that were placed, not given'),
    ('bivalue_cell', '', 'For techniques: cells with two candidates'),
    ('strong_link', '', 'For techniques: digits with two places in a unit'),
    ('conjugate_pair', '', 'For techniques: the two places of a digit in a unit'),
    ('place_pair', '', 'Reference: two places of a unit, with what their cells share'),
    ('empty_rectangle', '', 'Reference: places in a box that leave a row and a column'),
    ('rectangle_corner', '', 'Reference: rectangles in two rows, two columns and two boxes, a row a corner'),
    ('rectangle_side', '', 'Reference: the sides of these rectangles'),
    ('unit_set', '', 'Reference: the three units of a cell as one set'),
    ('color_cell', '', 'Notes of the coloring techniques'),
    ('color_units', '', 'Notes of the coloring techniques'),
    ('line_frame', '', 'Reference for fish'),
    ('finned_victim', '', 'Notes of the finned fish'),
    ('band_row', '', 'Reference for templates'),
    ('template_band', '', 'Reference for templates: ways to place a digit in a band'),
    ('template_fit', '', 'Reference for templates: bands that go together'),
    ('fish_unit', '', 'Notes of the fish techniques'),
    ('common_peer', '', 'Reference: cells that two cells see'),
    ('chain_group', '', 'Reference for chains: cells that count as one place'),
    ('chain_cell', '', 'Reference for chains: the cells of a group'),
    ('chain_place', '', 'Notes of the chain techniques'),
    ('chain_strong', '', 'Notes of the chain techniques'),
    ('chain_sight', '', 'Notes of the chain techniques'),
    ('chain_weak', '', 'Notes of the chain techniques'),
    ('chain_link', '', 'Notes of the chain techniques'),
    ('chain_reach', '', 'Notes of the chain techniques'),
    ('chain_round', '', 'Notes of the chain techniques'),
    ('cell_bit', '', 'Reference: cells as bits'),
    ('cell_group', '', 'Reference: cells of a unit as bits'),
    ('unit_cell', '', 'Notes of the almost locked sets'),
    ('unit_third', '', 'Notes of the almost locked sets'),
    ('almost_locked_set', '', 'Notes of the almost locked sets'),
    ('als_digit', '', 'Notes of the almost locked sets'),
    ('als_place', '', 'Notes of the almost locked sets');

-- The same as comments of the database.

-- +goose StatementBegin
DO $$
DECLARE
    r RECORD;
BEGIN
    FOR r IN
        SELECT c.table_name, c.column_name, c.comment, k.relkind
        FROM column_comment AS c
        INNER JOIN pg_class AS k ON k.oid = CAST(c.table_name AS REGCLASS)
    LOOP
        IF r.column_name <> '' THEN
            EXECUTE FORMAT('COMMENT ON COLUMN %I.%I IS %L', r.table_name, r.column_name, r.comment);
        ELSIF r.relkind = 'v' THEN
            EXECUTE FORMAT('COMMENT ON VIEW %I IS %L', r.table_name, r.comment);
        ELSE
            EXECUTE FORMAT('COMMENT ON TABLE %I IS %L', r.table_name, r.comment);
        END IF;
    END LOOP;
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP INDEX puzzle_steps;
DROP INDEX puzzle_score;
DROP INDEX puzzle_facet;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION puzzle_evidence_removed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM step_evidence AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM branch AS x WHERE x.puzzle_id = OLD.puzzle_id;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION puzzle_changed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF NEW.puzzle_id <> OLD.puzzle_id THEN
        RAISE EXCEPTION 'a puzzle keeps its puzzle_id' USING ERRCODE = 'foreign_key_violation';
    END IF;
    UPDATE puzzle_key AS k
    SET givens = NEW.givens, state = NEW.state
    WHERE k.givens = OLD.givens AND k.state = OLD.state;
    RETURN NEW;
END
$$;
-- +goose StatementEnd

DROP TABLE column_comment;
DROP TABLE puzzle_tag;
DROP INDEX puzzle_canonical;
ALTER TABLE puzzle DROP COLUMN canonical;
