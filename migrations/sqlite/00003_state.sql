-- +goose Up
-- One row for every call of the solver. selection names the techniques it was allowed;
-- a stuck puzzle is tried again when it is called with another selection.
CREATE TABLE run (
    run_id INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    engine TEXT NOT NULL,
    audit TEXT NOT NULL,
    selection TEXT NOT NULL,
    options TEXT NOT NULL,
    version TEXT NOT NULL,
    CONSTRAINT pk_run PRIMARY KEY (run_id),
    CONSTRAINT ck_run_audit CHECK (audit IN ('full', 'steps', 'none'))
) STRICT;

-- A puzzle as it came, and how it ended. state is empty for a puzzle of givens
-- alone, else the library short form with placed digits and crossed-out pencil marks.
-- techniques counts the placements and eliminations of each technique, as JSON.
CREATE TABLE puzzle (
    puzzle_id INTEGER NOT NULL,
    givens TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL DEFAULT 'new',
    solution TEXT,
    level TEXT,
    score INTEGER NOT NULL DEFAULT 0,
    hardest TEXT,
    steps INTEGER NOT NULL DEFAULT 0,
    techniques TEXT NOT NULL DEFAULT '{}',
    run_id INTEGER,
    name TEXT NOT NULL DEFAULT '',
    source TEXT NOT NULL DEFAULT '',
    CONSTRAINT pk_puzzle PRIMARY KEY (puzzle_id),
    CONSTRAINT fk_puzzle_run FOREIGN KEY (run_id) REFERENCES run (run_id),
    CONSTRAINT ck_puzzle_givens CHECK (LENGTH(givens) = 81),
    CONSTRAINT ck_puzzle_status CHECK (status IN ('new', 'solved', 'multiple', 'invalid', 'stuck')),
    CONSTRAINT ck_puzzle_solution CHECK ((solution IS NOT NULL) = (status = 'solved')),
    CONSTRAINT ck_puzzle_level CHECK (level IN ('easy', 'medium', 'hard', 'unfair', 'extreme'))
) STRICT;

CREATE UNIQUE INDEX puzzle_givens ON puzzle (givens, state);
CREATE INDEX puzzle_unfinished ON puzzle (puzzle_id, status) WHERE status IN ('new', 'stuck');

-- The filled cells. Givens, and digits that came with the puzzle, have step 0.
-- pattern is the placement's evidence, decoded by the view evidence.
CREATE TABLE cell (
    puzzle_id INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    step INTEGER,
    rule TEXT NOT NULL,
    pattern INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT pk_cell PRIMARY KEY (puzzle_id, cell),
    CONSTRAINT fk_cell_puzzle FOREIGN KEY (puzzle_id) REFERENCES puzzle (puzzle_id) ON DELETE CASCADE,
    CONSTRAINT ck_cell_cell CHECK (cell BETWEEN 11 AND 99 AND cell % 10 > 0),
    CONSTRAINT ck_cell_digit CHECK (digit BETWEEN 1 AND 9),
    CONSTRAINT ck_cell_step CHECK (step IS NOT NULL AND step >= 0 OR rule = 'manual')
) STRICT, WITHOUT ROWID;

-- The live candidates of unfinished puzzles, one row a pencil mark.
CREATE TABLE candidate (
    puzzle_id INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    CONSTRAINT pk_candidate PRIMARY KEY (puzzle_id, cell, digit),
    CONSTRAINT fk_candidate_puzzle FOREIGN KEY (puzzle_id) REFERENCES puzzle (puzzle_id) ON DELETE CASCADE,
    CONSTRAINT ck_candidate_cell CHECK (cell BETWEEN 11 AND 99 AND cell % 10 > 0),
    CONSTRAINT ck_candidate_digit CHECK (digit BETWEEN 1 AND 9)
) STRICT, WITHOUT ROWID;

-- One row for each pass that changed a puzzle.
CREATE TABLE step (
    puzzle_id INTEGER NOT NULL,
    step INTEGER NOT NULL,
    rule TEXT NOT NULL,
    placements INTEGER NOT NULL,
    eliminations INTEGER NOT NULL,
    run_id INTEGER,
    CONSTRAINT pk_step PRIMARY KEY (puzzle_id, step),
    CONSTRAINT fk_step_puzzle FOREIGN KEY (puzzle_id) REFERENCES puzzle (puzzle_id) ON DELETE CASCADE,
    CONSTRAINT ck_step_step CHECK (step > 0),
    CONSTRAINT ck_step_counts CHECK (placements >= 0 AND eliminations >= 0)
) STRICT, WITHOUT ROWID;

-- Every candidate that a technique took away, and the pattern that proves it. What a
-- placement trims needs no row. Step 0, rule 'given', is a pencil mark that was
-- crossed out when the puzzle came.
CREATE TABLE elimination (
    puzzle_id INTEGER NOT NULL,
    step INTEGER,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    rule TEXT NOT NULL,
    pattern INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT pk_elimination PRIMARY KEY (puzzle_id, cell, digit),
    CONSTRAINT fk_elimination_puzzle FOREIGN KEY (puzzle_id) REFERENCES puzzle (puzzle_id) ON DELETE CASCADE,
    CONSTRAINT ck_elimination_cell CHECK (cell BETWEEN 11 AND 99 AND cell % 10 > 0),
    CONSTRAINT ck_elimination_digit CHECK (digit BETWEEN 1 AND 9),
    CONSTRAINT ck_elimination_step CHECK (step IS NOT NULL AND step >= 0 OR rule = 'manual')
) STRICT, WITHOUT ROWID;

-- Why a puzzle has no solution.
CREATE TABLE contradiction (
    puzzle_id INTEGER NOT NULL,
    step INTEGER NOT NULL,
    kind TEXT NOT NULL,
    cell INTEGER,
    unit_type TEXT,
    unit INTEGER,
    digit INTEGER,
    CONSTRAINT pk_contradiction PRIMARY KEY (puzzle_id),
    CONSTRAINT fk_contradiction_puzzle FOREIGN KEY (puzzle_id) REFERENCES puzzle (puzzle_id) ON DELETE CASCADE,
    CONSTRAINT ck_contradiction_kind CHECK (kind IN ('no_candidate', 'no_place', 'two_digits', 'two_places'))
) STRICT;

-- What a technique file proved and nobody has applied yet. For work by hand, the
-- solver uses a temporary table of the same name and columns.
CREATE TABLE deduction (
    puzzle_id INTEGER NOT NULL,
    technique TEXT NOT NULL,
    placement INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    pattern INTEGER NOT NULL,
    CONSTRAINT pk_deduction PRIMARY KEY (puzzle_id, technique, cell, digit)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE deduction;
DROP TABLE contradiction;
DROP TABLE elimination;
DROP TABLE step;
DROP TABLE candidate;
DROP TABLE cell;
DROP TABLE puzzle;
DROP TABLE run;
