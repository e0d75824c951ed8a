-- The state of the puzzles of one chunk while the driver solves them. A temporary table belongs to one connection and hides
-- the table or view of the same name in the database. So a technique file reads pass, candidate_mask, unit_state and
-- place_mask and fills deduction in the same way as in a shell.

-- One row for each puzzle that is not finished before the first pass, and for each hypothesis. tier names the technique that it tries
-- next, 0 when there is none.
CREATE TEMP TABLE IF NOT EXISTS work_puzzle (
    puzzle_id BIGINT NOT NULL PRIMARY KEY,
    status TEXT NOT NULL DEFAULT 'new',
    tier INTEGER NOT NULL DEFAULT 0,
    step INTEGER NOT NULL DEFAULT 0,
    open_cells INTEGER NOT NULL
);

-- The candidates that were crossed out before the first pass.
CREATE TEMP TABLE IF NOT EXISTS start_elimination (
    puzzle_id BIGINT NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, cell, digit)
) WITHOUT ROWID;

CREATE TEMP TABLE IF NOT EXISTS pass (
    puzzle_id BIGINT NOT NULL PRIMARY KEY,
    technique TEXT NOT NULL,
    size INTEGER NOT NULL,
    skip_complements INTEGER NOT NULL
);

-- open_places is the set of places of a unit that are not filled. missing is the mask of the digits that the unit does not
-- hold yet.
CREATE TEMP TABLE IF NOT EXISTS unit_state (
    puzzle_id BIGINT NOT NULL,
    unit_no INTEGER NOT NULL,
    open_places INTEGER NOT NULL,
    missing BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, unit_no)
) WITHOUT ROWID;

-- The open cells.
CREATE TEMP TABLE IF NOT EXISTS candidate_mask (
    puzzle_id BIGINT NOT NULL,
    cell INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    row_no INTEGER NOT NULL,
    column_no INTEGER NOT NULL,
    box_no INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, cell)
) WITHOUT ROWID;

-- The places of a digit in a unit, made when the singles find no more.
CREATE TEMP TABLE IF NOT EXISTS place_mask (
    puzzle_id BIGINT NOT NULL,
    unit_no INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    places INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, unit_no, digit)
) WITHOUT ROWID;

CREATE TEMP TABLE IF NOT EXISTS deduction (
    puzzle_id BIGINT NOT NULL,
    technique TEXT NOT NULL,
    placement INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    pattern BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, cell, digit)
) WITHOUT ROWID;

-- The placements of a pass, with the columns by which apply_placements finds their peers.
CREATE TEMP TABLE IF NOT EXISTS placed (
    puzzle_id INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    mask INTEGER NOT NULL,
    row_no INTEGER NOT NULL,
    column_no INTEGER NOT NULL,
    box_no INTEGER NOT NULL
);

-- The filled cells. Before the first pass their rules are given and manual.
CREATE TEMP TABLE IF NOT EXISTS work_cell (
    puzzle_id BIGINT NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    step INTEGER NOT NULL,
    rule TEXT NOT NULL,
    PRIMARY KEY (puzzle_id, cell)
) WITHOUT ROWID;

-- The steps of hypotheses, with the rounds of a step of forcing, and their eliminations.
CREATE TEMP TABLE IF NOT EXISTS work_step (
    puzzle_id BIGINT NOT NULL,
    step INTEGER NOT NULL,
    rounds INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (puzzle_id, step)
) WITHOUT ROWID;

CREATE TEMP TABLE IF NOT EXISTS work_elimination (
    puzzle_id BIGINT NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    step INTEGER NOT NULL,
    rule TEXT NOT NULL,
    PRIMARY KEY (puzzle_id, cell, digit)
) WITHOUT ROWID;

-- Every contradiction that was found in a hypothesis. severity orders the kinds, and place orders the contradictions of a kind.
CREATE TEMP TABLE IF NOT EXISTS work_contradiction (
    puzzle_id BIGINT NOT NULL,
    severity INTEGER NOT NULL,
    place INTEGER NOT NULL,
    cell INTEGER,
    unit_no INTEGER,
    digit INTEGER,
    PRIMARY KEY (puzzle_id, severity, place)
) WITHOUT ROWID;

-- The parts of patterns of a pass that the number of the pattern does not say.
CREATE TEMP TABLE IF NOT EXISTS deduction_evidence (
    puzzle_id BIGINT NOT NULL,
    technique TEXT NOT NULL,
    pattern BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    role TEXT NOT NULL,
    cell INTEGER,
    digit INTEGER,
    unit_no INTEGER,
    PRIMARY KEY (puzzle_id, pattern, ordinal)
) WITHOUT ROWID;

-- Deductions that are moved here while the hypotheses of the next batch use the table deduction. depth is the depth of the
-- puzzles of the pass, 0 for real puzzles.
CREATE TEMP TABLE IF NOT EXISTS saved_deduction (
    depth INTEGER NOT NULL,
    puzzle_id BIGINT NOT NULL,
    technique TEXT NOT NULL,
    placement INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    pattern BIGINT NOT NULL,
    PRIMARY KEY (depth, puzzle_id, cell, digit)
) WITHOUT ROWID;

-- Hypothetical puzzles. Those that techniques inside of hypotheses make have a greater depth. The numbers begin at
-- 1000000000001 for depth 1, and at 2000000000001 for depth 2. Those of a search begin at 1000000000001 for every depth.
-- origin is the real puzzle. parent is the puzzle or the hypothesis to which one candidate was added. outcome is new, open,
-- split, solved or invalid. An open hypothesis of forcing is at its fixed point when its technique goes on.
CREATE TEMP TABLE IF NOT EXISTS hypothesis ( -- the assumptions
    puzzle_id BIGINT NOT NULL, -- Number of the hypothetical puzzle
    origin BIGINT NOT NULL, -- The real puzzle
    parent BIGINT NOT NULL, -- The puzzle or hypothesis to which the assumption was added
    depth INTEGER NOT NULL, -- How many assumptions it has
    cell INTEGER NOT NULL, -- The cell of the assumption
    digit INTEGER NOT NULL, -- The digit that is assumed there
    rounds INTEGER NOT NULL DEFAULT 0, -- The rounds that it has made; the assumption is the first
    outcome TEXT NOT NULL DEFAULT 'new', -- new, open (at its fixed point), split, solved or invalid (it ends in a contradiction)
    PRIMARY KEY (puzzle_id)
) WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS temp.hypothesis_parent ON hypothesis (parent, cell, digit); -- @sqlite
CREATE INDEX IF NOT EXISTS hypothesis_parent ON hypothesis (parent, cell, digit); -- @postgres

-- What follows from a hypothesis of a real puzzle, by rounds. The role is that of the evidence, assume, place, eliminate,
-- refute or contradiction. The columns that a role does not have are 0.
CREATE TEMP TABLE IF NOT EXISTS consequence ( -- what follows from an assumption, step by step
    puzzle_id BIGINT NOT NULL, -- The hypothetical puzzle
    step INTEGER NOT NULL, -- The rounds after which it follows
    role TEXT NOT NULL, -- assume, place, eliminate, refute or contradiction
    cell INTEGER NOT NULL, -- The cell, 0 if the role has none
    digit INTEGER NOT NULL, -- The digit, 0 if the role has none
    unit_no INTEGER NOT NULL, -- The unit, 0 if the role has none
    PRIMARY KEY (puzzle_id, step, role, cell, digit)
) WITHOUT ROWID;

-- The twelve cells of the sets that three digits cannot fill, with the further candidates that some of these cells have.
CREATE TEMP TABLE IF NOT EXISTS tridagon_cell ( -- twelve cells in four boxes that three digits cannot fill
    puzzle_id BIGINT NOT NULL, -- The puzzle
    pattern INTEGER NOT NULL, -- The set, the fields digits to box_four of the key of tridagon
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    extra BIGINT NOT NULL, -- Its candidates that are not of the three digits, the sum of their token.mask
    more INTEGER NOT NULL, -- How many cells of the set have such candidates
    PRIMARY KEY (puzzle_id, pattern, cell)
) WITHOUT ROWID;

-- The sets of hypotheses of which one is true: all candidates of a cell, all places of a digit in a unit, or the further candidates
-- of the cells of a tridagon.
CREATE TEMP TABLE IF NOT EXISTS forcing_pattern ( -- the hypotheses that a pattern compares
    puzzle_id BIGINT NOT NULL, -- The puzzle
    pattern INTEGER NOT NULL, -- The set, the end of the patterns in deduction that have it, pattern % 1000000000
    hypothesis BIGINT NOT NULL, -- A hypothesis of it, as hypothesis.puzzle_id
    hypotheses INTEGER NOT NULL, -- How many it has
    PRIMARY KEY (puzzle_id, pattern, hypothesis)
) WITHOUT ROWID;

CREATE TEMP TABLE IF NOT EXISTS hypothesis_loss ( -- the candidates that a hypothesis loses
    puzzle_id BIGINT NOT NULL, -- The hypothetical puzzle
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    digit INTEGER NOT NULL, -- The digit, 1 to 9
    rounds INTEGER NOT NULL, -- The rounds after which it is lost
    PRIMARY KEY (puzzle_id, cell, digit)
) WITHOUT ROWID;

CREATE TEMP TABLE IF NOT EXISTS forcing_verity ( -- the candidates that all hypotheses of a set lose
    puzzle_id BIGINT NOT NULL, -- The puzzle
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    digit INTEGER NOT NULL, -- The digit, 1 to 9
    rounds INTEGER NOT NULL, -- The fewest rounds after which all have lost it
    pattern BIGINT NOT NULL, -- The smallest pattern that proves it, as in deduction
    PRIMARY KEY (puzzle_id, cell, digit)
) WITHOUT ROWID;

-- The nodes of chains with groups in their units. A node is a digit in a place, digit * 1000 + place. places are the places of
-- the unit where it is a live candidate.
CREATE TEMP TABLE IF NOT EXISTS chain_place ( -- places that are candidates
    puzzle_id BIGINT NOT NULL, -- The puzzle
    digit INTEGER NOT NULL, -- The digit, 1 to 9
    unit_no INTEGER NOT NULL, -- A unit that holds the place
    node INTEGER NOT NULL, -- digit * 1000 + place, as in chain_unit
    places INTEGER NOT NULL, -- The candidates of the place, the sum of their location.place
    PRIMARY KEY (puzzle_id, digit, unit_no, node)
) WITHOUT ROWID;

-- Not both of the two nodes hold, in a unit or cell or, unless set_no is 0, through the almost locked set of that number in chain_set,
-- which has so many cells.
CREATE TEMP TABLE IF NOT EXISTS chain_weak ( -- weak links
    puzzle_id BIGINT NOT NULL, -- The puzzle
    node INTEGER NOT NULL, -- digit * 1000 + place
    other INTEGER NOT NULL, -- A node that cannot hold together with it
    set_no INTEGER NOT NULL, -- The almost locked set that links them, 0 if they share a unit or cell
    cells INTEGER NOT NULL, -- Number of cells of that set
    PRIMARY KEY (puzzle_id, node, other)
) WITHOUT ROWID;

-- The nodes that see all places of their digit in an almost locked set. They are linked weakly to the nodes of the other digits of the set.
CREATE TEMP TABLE IF NOT EXISTS chain_sight ( -- what sees a digit of an almost locked set
    puzzle_id BIGINT NOT NULL, -- The puzzle
    set_no INTEGER NOT NULL, -- The set, as in chain_set
    node INTEGER NOT NULL, -- digit * 1000 + place, which sees all places of the digit in the set
    PRIMARY KEY (puzzle_id, set_no, node)
) WITHOUT ROWID;

-- At least one of the two nodes holds, in a unit, or in a cell if unit_no is 0.
CREATE TEMP TABLE IF NOT EXISTS chain_strong ( -- strong links
    puzzle_id BIGINT NOT NULL, -- The puzzle
    node INTEGER NOT NULL, -- digit * 1000 + place
    other INTEGER NOT NULL, -- A node that holds if the first does not
    unit_no INTEGER NOT NULL, -- The unit of the link, 0 if it is in a cell
    PRIMARY KEY (puzzle_id, node, other)
) WITHOUT ROWID;

-- Two links at once. If node holds, off_node does not hold, because the two are weakly linked. Then next_node holds. The weight
-- is 1 for the strong link and the number of cells if a set links weakly.
CREATE TEMP TABLE IF NOT EXISTS chain_link ( -- a weak link and the strong link after it
    puzzle_id BIGINT NOT NULL, -- The puzzle
    node INTEGER NOT NULL, -- A node that holds
    next_node INTEGER NOT NULL, -- The node that then holds
    off_node INTEGER NOT NULL, -- The node between them, which then does not hold
    set_no INTEGER NOT NULL DEFAULT 0, -- The almost locked set of the weak link, 0 if there is none
    weight INTEGER NOT NULL DEFAULT 1, -- 1, or the number of cells of the set
    PRIMARY KEY (puzzle_id, node, weight, next_node)
) WITHOUT ROWID;

-- The chains of a puzzle and a technique. If start_node does not hold, node does, after links strong links, or links of so much weight
-- together. previous is the node before it, 0 if there is none.
CREATE TEMP TABLE IF NOT EXISTS chain_reach ( -- chains
    puzzle_id BIGINT NOT NULL, -- The puzzle
    start_node INTEGER NOT NULL, -- The node at which the chain starts
    node INTEGER NOT NULL, -- A node that holds if start_node does not
    links INTEGER NOT NULL, -- Number of strong links, or the sum of the weights
    previous INTEGER NOT NULL, -- The node before it in the chain, 0 if there is none
    PRIMARY KEY (puzzle_id, start_node, node)
) WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS temp.chain_reach_links ON chain_reach (links); -- @sqlite
CREATE INDEX IF NOT EXISTS chain_reach_links ON chain_reach (links); -- @postgres

-- The chains in deduction whose parts are made. If two nodes of a chain exclude each other, links, back and turn say where, and only a
-- part of the chain is shown.
CREATE TEMP TABLE IF NOT EXISTS chain_shape ( -- chains of which evidence is made
    puzzle_id BIGINT NOT NULL, -- The puzzle
    technique TEXT NOT NULL, -- The technique
    pattern BIGINT NOT NULL, -- The pattern, as in deduction
    start_node INTEGER NOT NULL, -- The node at which the chain starts
    node INTEGER NOT NULL, -- The node at which it ends
    start_set INTEGER NOT NULL, -- The almost locked set before its start, 0 if there is none
    end_set INTEGER NOT NULL, -- The almost locked set after its end, 0 if there is none
    links INTEGER NOT NULL DEFAULT 0, -- The link whose node is the first to exclude an earlier one, 0 if there is none
    back INTEGER NOT NULL DEFAULT 0, -- 1 if the links are counted from the end of the chain, else 0
    turn INTEGER NOT NULL DEFAULT 0, -- The link of the earlier node, 0 if there is none
    closes INTEGER NOT NULL DEFAULT 0, -- 1 if the two ends exclude each other, else 0
    PRIMARY KEY (puzzle_id, technique, pattern)
) WITHOUT ROWID;

CREATE TEMP TABLE IF NOT EXISTS chain_walk ( -- the links of these chains in order
    puzzle_id BIGINT NOT NULL, -- The puzzle
    technique TEXT NOT NULL, -- The technique
    pattern BIGINT NOT NULL, -- The pattern, as in deduction
    back INTEGER NOT NULL, -- 0 for the links from the start of the chain, 1 for the same links from its end
    total INTEGER NOT NULL, -- Number of links of the chain
    links INTEGER NOT NULL, -- Position of the link, from 1
    off_node INTEGER NOT NULL, -- The node that does not hold
    node INTEGER NOT NULL, -- The node that then holds
    set_no INTEGER NOT NULL, -- The almost locked set before the link, 0 if there is none
    next_set INTEGER NOT NULL, -- The almost locked set after it, 0 if there is none
    PRIMARY KEY (puzzle_id, technique, pattern, back, links)
) WITHOUT ROWID;
