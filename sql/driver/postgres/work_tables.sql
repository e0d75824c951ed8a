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
    technique_steps TEXT NOT NULL,
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

CREATE INDEX bivalue_cell_pair ON bivalue_cell (puzzle_id, digit, other, cell);

CREATE TEMP TABLE conjugate_pair (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_type TEXT NOT NULL,
    unit_no INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    other INTEGER NOT NULL,
    row_set INTEGER NOT NULL,
    column_set INTEGER NOT NULL,
    box_set INTEGER NOT NULL,
    cell_row INTEGER NOT NULL,
    cell_column INTEGER NOT NULL,
    cell_box INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, unit_type, unit_no)
);

CREATE TEMP TABLE strong_link (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    other INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, cell, other, unit_no)
);

-- The colors of coloring.sql.
CREATE TEMP TABLE color_cell (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    start INTEGER NOT NULL,
    color INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, start, color, cell)
);

CREATE TEMP TABLE color_units (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    start INTEGER NOT NULL,
    color INTEGER NOT NULL,
    units INTEGER NOT NULL,
    wrapped INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, start, color)
);

-- Deductions that wait while the table of that name serves hypotheses.
CREATE TEMP TABLE deduction_aside (
    puzzle_id BIGINT NOT NULL,
    technique TEXT NOT NULL,
    placement INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    pattern BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, cell, digit)
);

-- Puzzles that are assumed for a while, numbered from 1000000000001 on. origin is the puzzle that stands, parent
-- the puzzle or hypothesis to which one candidate was added. outcome is new, open, split, solved or invalid.
CREATE TEMP TABLE hypothesis (
    puzzle_id BIGINT NOT NULL,
    origin BIGINT NOT NULL,
    parent BIGINT NOT NULL,
    depth INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    outcome TEXT NOT NULL DEFAULT 'new',
    PRIMARY KEY (puzzle_id)
);

-- The trees of searches, as the table branch will have them.
CREATE TEMP TABLE work_branch (
    puzzle_id BIGINT NOT NULL,
    branch INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    PRIMARY KEY (puzzle_id, branch)
);

-- What the almost locked sets work with.
CREATE TEMP TABLE unit_cell (
    puzzle_id BIGINT NOT NULL,
    unit_no INTEGER NOT NULL,
    third INTEGER NOT NULL,
    place INTEGER NOT NULL,
    box_place INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, unit_no, third, place)
);

CREATE TEMP TABLE unit_third (
    puzzle_id BIGINT NOT NULL,
    unit_no INTEGER NOT NULL,
    third INTEGER NOT NULL,
    places INTEGER NOT NULL,
    box_places INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, unit_no, third, places)
);

CREATE TEMP TABLE almost_locked_set (
    puzzle_id BIGINT NOT NULL,
    als_no INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, als_no)
);

CREATE TEMP TABLE als_digit (
    puzzle_id BIGINT NOT NULL,
    als_no INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    group_no INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    low BIGINT NOT NULL,
    high BIGINT NOT NULL,
    victims_low BIGINT NOT NULL,
    victims_high BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, als_no, digit)
);

CREATE TEMP TABLE als_place (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    als_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    group_no INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, digit, unit_no, als_no)
);

-- The notes of finned fish. What a fish takes from a cell.
CREATE TEMP TABLE finned_victim (
    puzzle_id BIGINT NOT NULL,
    size INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    unit_type TEXT NOT NULL,
    lines INTEGER NOT NULL,
    cover INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    sashimi INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, size, digit, unit_type, lines, cover, cell)
);

-- The notes of complex fish. What a unit keeps of a digit that the victim does not see.
CREATE TEMP TABLE fish_unit (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    victim INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    unit_type TEXT NOT NULL,
    unit_bit INTEGER NOT NULL,
    unit_rank INTEGER NOT NULL,
    word_1 BIGINT NOT NULL,
    word_2 BIGINT NOT NULL,
    word_3 BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, digit, victim, unit_no)
);

-- The notes of the chains. Candidates and groups in their units, strong links, what sees a digit of an almost locked set,
-- weak links, two links at once, what holds if start_node does not, and the rounds in which a shell finds it.
CREATE TEMP TABLE chain_place (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    node INTEGER NOT NULL,
    places INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, unit_no, node)
);

CREATE TEMP TABLE chain_strong (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    other INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, node, other)
);

CREATE TEMP TABLE chain_sight (
    puzzle_id BIGINT NOT NULL,
    set_no INTEGER NOT NULL,
    node INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, set_no, node)
);

CREATE TEMP TABLE chain_weak (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    other INTEGER NOT NULL,
    set_no INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, node, other)
);

CREATE TEMP TABLE chain_link (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    next_node INTEGER NOT NULL,
    off_node INTEGER NOT NULL,
    set_no INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (puzzle_id, node, next_node)
);

CREATE TEMP TABLE chain_reach (
    puzzle_id BIGINT NOT NULL,
    start_node INTEGER NOT NULL,
    node INTEGER NOT NULL,
    links INTEGER NOT NULL,
    previous INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, start_node, node)
);

CREATE INDEX chain_reach_links ON chain_reach (links);

CREATE TEMP TABLE chain_round (
    round INTEGER NOT NULL,
    PRIMARY KEY (round)
);
