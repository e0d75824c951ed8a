-- +goose Up
-- The tables in which technique files work when you run them in a shell. The solver uses temporary tables of the same names.

-- Deductions that a technique file found by hand and nobody has applied yet. The solver uses a temporary table of the same
-- name and columns.
CREATE TABLE deduction ( -- Deductions of technique files that were run by hand and are not applied yet
    puzzle_id BIGINT NOT NULL, -- The puzzle
    technique TEXT NOT NULL, -- The technique that found it
    placement INTEGER NOT NULL, -- 1 if the digit is placed, 0 if the candidate is eliminated
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    digit INTEGER NOT NULL, -- The digit, 1 to 9
    pattern BIGINT NOT NULL, -- Number that identifies the pattern; pattern_field says how to read it
    CONSTRAINT pk_deduction PRIMARY KEY (puzzle_id, technique, cell, digit)
) STRICT, WITHOUT ROWID; -- @partitioned

-- The parts of the patterns in deduction.
CREATE TABLE deduction_evidence ( -- The parts of the patterns in deduction
    puzzle_id BIGINT NOT NULL, -- The puzzle
    technique TEXT NOT NULL, -- The technique
    pattern BIGINT NOT NULL, -- The pattern, as in deduction
    ordinal INTEGER NOT NULL, -- Position of the part in the pattern
    role TEXT NOT NULL, -- What the part does in the proof
    cell INTEGER, -- Its cell, null if it has none
    digit INTEGER, -- Its digit, null if it has none
    unit_no INTEGER, -- Its unit, null if it has none
    CONSTRAINT pk_deduction_evidence PRIMARY KEY (puzzle_id, technique, pattern, ordinal)
) STRICT, WITHOUT ROWID; -- @partitioned

-- The assumptions of the techniques of forcing and of search.sql when you run them by hand. The solver uses a temporary table
-- of the same name.
CREATE TABLE hypothesis ( -- For techniques that assume a digit: the assumptions
    puzzle_id BIGINT NOT NULL, -- Number of the hypothetical puzzle
    origin BIGINT NOT NULL, -- The real puzzle
    parent BIGINT NOT NULL, -- The puzzle or hypothesis to which the assumption was added
    depth INTEGER NOT NULL, -- How many assumptions it has
    cell INTEGER NOT NULL, -- The cell of the assumption
    digit INTEGER NOT NULL, -- The digit that is assumed there
    outcome TEXT NOT NULL DEFAULT 'new', -- new, open (at its fixed point), split, solved or invalid (it ends in a contradiction)
    CONSTRAINT pk_hypothesis PRIMARY KEY (puzzle_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX hypothesis_parent ON hypothesis (parent, cell, digit);

-- What follows from a hypothesis. Only the solver fills it, a temporary table of the same name. The columns that a role does
-- not have are 0.
CREATE TABLE consequence ( -- For techniques that assume a digit: what follows from an assumption, step by step
    puzzle_id BIGINT NOT NULL, -- The hypothetical puzzle
    step INTEGER NOT NULL, -- The step in which it follows
    role TEXT NOT NULL, -- assume, place, eliminate, refute or contradiction
    cell INTEGER NOT NULL, -- The cell, 0 if the role has none
    digit INTEGER NOT NULL, -- The digit, 0 if the role has none
    unit_no INTEGER NOT NULL, -- The unit, 0 if the role has none
    CONSTRAINT pk_consequence PRIMARY KEY (puzzle_id, step, role, cell, digit)
) STRICT, WITHOUT ROWID;

-- The hypotheses of every pattern that shows that all candidates of a cell, or all places of a digit in a unit, lead to the
-- same. Work table of the techniques of forcing.
CREATE TABLE forcing_pattern ( -- Work table of the techniques of forcing: the hypotheses that a pattern compares
    puzzle_id BIGINT NOT NULL, -- The puzzle
    pattern BIGINT NOT NULL, -- The pattern, as in deduction
    hypothesis BIGINT NOT NULL, -- A hypothesis of it, as hypothesis.puzzle_id
    CONSTRAINT pk_forcing_pattern PRIMARY KEY (puzzle_id, pattern, hypothesis)
) STRICT, WITHOUT ROWID;

-- The candidates that a cell loses in a hypothesis. Work table of the techniques of forcing.
CREATE TABLE hypothesis_loss ( -- Work table of the techniques of forcing: the candidates that a cell loses in a hypothesis
    puzzle_id BIGINT NOT NULL, -- The hypothetical puzzle
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    mask BIGINT NOT NULL, -- The lost candidates, the sum of their token.mask
    CONSTRAINT pk_hypothesis_loss PRIMARY KEY (puzzle_id, cell)
) STRICT, WITHOUT ROWID;

-- Work tables of the chain files, for the links and the chains of a technique. Other files make their work tables
-- themselves with CREATE TEMP TABLE. These tables must be in the database, because triggers run shared statements on them.

-- The nodes of chains with groups in their units. A node is a digit in a place, digit * 1000 + place. places are the places of
-- the unit where it is a live candidate.
CREATE TABLE chain_place ( -- Work table of the chain techniques: places that are candidates
    puzzle_id BIGINT NOT NULL, -- The puzzle
    digit INTEGER NOT NULL, -- The digit, 1 to 9
    unit_no INTEGER NOT NULL, -- A unit that holds the place
    node INTEGER NOT NULL, -- digit * 1000 + place, as in chain_unit
    places INTEGER NOT NULL, -- The candidates of the place, the sum of their location.place
    CONSTRAINT pk_chain_place PRIMARY KEY (puzzle_id, digit, unit_no, node)
) STRICT, WITHOUT ROWID;

-- Not both of the two nodes hold, in a unit or cell or, unless set_no is 0, through the almost locked set of that number in chain_set,
-- which has so many cells.
CREATE TABLE chain_weak ( -- Work table of the chain techniques: weak links
    puzzle_id BIGINT NOT NULL, -- The puzzle
    node INTEGER NOT NULL, -- digit * 1000 + place
    other INTEGER NOT NULL, -- A node that cannot hold together with it
    set_no INTEGER NOT NULL, -- The almost locked set that links them, 0 if they share a unit or cell
    cells INTEGER NOT NULL, -- Number of cells of that set
    CONSTRAINT pk_chain_weak PRIMARY KEY (puzzle_id, node, other)
) STRICT, WITHOUT ROWID;

-- The nodes that see all places of their digit in an almost locked set. They are linked weakly to the nodes of the set's other digits.
CREATE TABLE chain_sight ( -- Work table of the chain techniques: what sees a digit of an almost locked set
    puzzle_id BIGINT NOT NULL, -- The puzzle
    set_no INTEGER NOT NULL, -- The set, as in chain_set
    node INTEGER NOT NULL, -- digit * 1000 + place, which sees all places of the digit in the set
    CONSTRAINT pk_chain_sight PRIMARY KEY (puzzle_id, set_no, node)
) STRICT, WITHOUT ROWID;

-- At least one of the two nodes holds, in a unit, or in a cell if unit_no is 0.
CREATE TABLE chain_strong ( -- Work table of the chain techniques: strong links
    puzzle_id BIGINT NOT NULL, -- The puzzle
    node INTEGER NOT NULL, -- digit * 1000 + place
    other INTEGER NOT NULL, -- A node that holds if the first does not
    unit_no INTEGER NOT NULL, -- The unit of the link, 0 if it is in a cell
    CONSTRAINT pk_chain_strong PRIMARY KEY (puzzle_id, node, other)
) STRICT, WITHOUT ROWID;

-- Two links at once. If node holds, off_node does not hold, because the two are weakly linked. Then next_node holds. The weight
-- is 1 for the strong link and the number of cells if a set links weakly.
CREATE TABLE chain_link ( -- Work table of the chain techniques: a weak link and the strong link after it
    puzzle_id BIGINT NOT NULL, -- The puzzle
    node INTEGER NOT NULL, -- A node that holds
    next_node INTEGER NOT NULL, -- The node that then holds
    off_node INTEGER NOT NULL, -- The node between them, which then does not hold
    set_no INTEGER NOT NULL DEFAULT 0, -- The almost locked set of the weak link, 0 if there is none
    weight INTEGER NOT NULL DEFAULT 1, -- 1, or the number of cells of the set
    CONSTRAINT pk_chain_link PRIMARY KEY (puzzle_id, node, weight, next_node)
) STRICT, WITHOUT ROWID;

-- The chains of a puzzle and a technique. If start_node does not hold, node does, after links strong links, or links of so much weight
-- together. previous is the node before it, 0 if there is none.
CREATE TABLE chain_reach ( -- Work table of the chain techniques: chains
    puzzle_id BIGINT NOT NULL, -- The puzzle
    start_node INTEGER NOT NULL, -- The node at which the chain starts
    node INTEGER NOT NULL, -- A node that holds if start_node does not
    links INTEGER NOT NULL, -- Number of strong links, or the sum of the weights
    previous INTEGER NOT NULL, -- The node before it in the chain, 0 if there is none
    CONSTRAINT pk_chain_reach PRIMARY KEY (puzzle_id, start_node, node)
) STRICT, WITHOUT ROWID;

CREATE INDEX chain_reach_links ON chain_reach (links);

-- @postgres begin
-- +goose StatementBegin
DO $$
DECLARE
    parts INTEGER := COALESCE(NULLIF(CURRENT_SETTING('setdoku.partitions', TRUE), ''), '16');
    parent TEXT;
BEGIN
    FOREACH parent IN ARRAY ARRAY[
        'deduction', 'deduction_evidence'
    ] LOOP
        FOR part IN 0 .. parts - 1 LOOP
            EXECUTE FORMAT(
                'CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
                parent || '_' || part, parent, parts, part);
        END LOOP;
    END LOOP;
END
$$;
-- +goose StatementEnd
-- @postgres end

-- +goose Down
DROP TABLE chain_reach;
DROP TABLE chain_link;
DROP TABLE chain_strong;
DROP TABLE chain_sight;
DROP TABLE chain_weak;
DROP TABLE chain_place;
DROP TABLE hypothesis_loss;
DROP TABLE forcing_pattern;
DROP TABLE consequence;
DROP TABLE hypothesis;
DROP TABLE deduction_evidence;
DROP TABLE deduction;
