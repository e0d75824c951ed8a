-- The state of the puzzles of one chunk while they are being solved. Temporary
-- tables belong to one connection and hide what has the same name in the database, so
-- a technique file reads pass, candidate_mask, unit_state and place_mask and fills
-- deduction here just as it does in a shell.

-- One row a puzzle. tier is the technique it waits for, 0 when nothing is left to try.
-- Steps up to kept_step stand in the database already and stay, -1 when even the
-- givens do not. checked is 1 when contradictions are looked for before every pass.
-- proper says whether the givens have one solution, null while nobody has asked.
CREATE TEMP TABLE work_puzzle (
    puzzle_id BIGINT NOT NULL PRIMARY KEY,
    kept_step INTEGER NOT NULL,
    checked INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'new',
    tier INTEGER NOT NULL DEFAULT 0,
    step INTEGER NOT NULL DEFAULT 0,
    open_cells INTEGER NOT NULL DEFAULT 81,
    proper INTEGER
);

-- The run that the chunk belongs to. patterns is 1 when patterns are kept, else 0.
CREATE TEMP TABLE work_run (
    run_id BIGINT,
    patterns INTEGER NOT NULL
);

CREATE TEMP TABLE pass (
    puzzle_id BIGINT NOT NULL PRIMARY KEY,
    technique TEXT NOT NULL,
    size INTEGER NOT NULL,
    half INTEGER NOT NULL
);

-- open_places is the set of places of a unit that are not filled, missing the mask of
-- the digits that it has not got yet.
CREATE TEMP TABLE unit_state (
    puzzle_id BIGINT NOT NULL,
    unit_no INTEGER NOT NULL,
    open_places INTEGER NOT NULL,
    missing BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, unit_no)
);

-- The open cells.
CREATE TEMP TABLE candidate_mask (
    puzzle_id BIGINT NOT NULL,
    cell INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    row_no INTEGER NOT NULL,
    column_no INTEGER NOT NULL,
    box_no INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, cell)
);

-- The places that a unit has for a digit, built when the singles find no more.
CREATE TEMP TABLE place_mask (
    puzzle_id BIGINT NOT NULL,
    unit_no INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    places INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, unit_no, digit)
);

CREATE TEMP TABLE deduction (
    puzzle_id BIGINT NOT NULL,
    technique TEXT NOT NULL,
    placement INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    pattern BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, cell, digit)
);

-- What the chunk will leave in cell, step, elimination and contradiction.
CREATE TEMP TABLE work_cell (
    puzzle_id BIGINT NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    step INTEGER NOT NULL,
    rule TEXT NOT NULL,
    pattern BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, cell)
);

CREATE TEMP TABLE work_step (
    puzzle_id BIGINT NOT NULL,
    step INTEGER NOT NULL,
    rule TEXT NOT NULL,
    placements INTEGER NOT NULL,
    eliminations INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, step)
);

CREATE TEMP TABLE work_elimination (
    puzzle_id BIGINT NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    step INTEGER NOT NULL,
    rule TEXT NOT NULL,
    pattern BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, cell, digit)
);

-- Every contradiction seen; severity orders the kinds and place their cases.
CREATE TEMP TABLE work_contradiction (
    puzzle_id BIGINT NOT NULL,
    severity INTEGER NOT NULL,
    place INTEGER NOT NULL,
    step INTEGER NOT NULL,
    kind TEXT NOT NULL,
    cell INTEGER,
    unit_no INTEGER,
    digit INTEGER,
    PRIMARY KEY (puzzle_id, severity, place)
);

-- How every puzzle ended, as the columns of puzzle have it.
CREATE TEMP TABLE work_outcome (
    puzzle_id BIGINT NOT NULL PRIMARY KEY,
    status TEXT NOT NULL,
    steps INTEGER NOT NULL,
    solution TEXT,
    level TEXT,
    hardest TEXT,
    score INTEGER NOT NULL,
    techniques TEXT NOT NULL,
    run_id BIGINT
);

-- The parts of patterns that are more than an integer, of a pass and of the chunk.
CREATE TEMP TABLE deduction_evidence (
    puzzle_id BIGINT NOT NULL,
    technique TEXT NOT NULL,
    pattern BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    role TEXT NOT NULL,
    cell INTEGER,
    digit INTEGER,
    unit_no INTEGER,
    PRIMARY KEY (puzzle_id, pattern, ordinal)
);

CREATE TEMP TABLE work_evidence (
    puzzle_id BIGINT NOT NULL,
    step INTEGER NOT NULL,
    pattern BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    role TEXT NOT NULL,
    cell INTEGER,
    digit INTEGER,
    unit_no INTEGER,
    PRIMARY KEY (puzzle_id, step, pattern, ordinal)
);

-- Relations that techniques share, built when the first of them comes.
CREATE TEMP TABLE pencil_mark (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, cell)
);

CREATE TEMP TABLE placed_cell (
    puzzle_id BIGINT NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, cell)
);

CREATE TEMP TABLE bivalue_cell (
    puzzle_id BIGINT NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    other INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, cell, digit)
);

CREATE TEMP TABLE strong_link (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    other INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, cell, other, unit_no)
);
