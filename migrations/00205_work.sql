-- +goose Up
-- The tables in which technique files work when you run them in a shell. The solver uses temporary tables of the same names.

-- Deductions that a technique file found by hand and nobody has applied yet. The solver uses a temporary table of the same
-- name and columns.
CREATE TABLE deduction (
    puzzle_id BIGINT NOT NULL,
    technique TEXT NOT NULL,
    placement INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    pattern BIGINT NOT NULL,
    CONSTRAINT pk_deduction PRIMARY KEY (puzzle_id, technique, cell, digit)
) STRICT, WITHOUT ROWID; -- @partitioned

-- The parts of the patterns in deduction.
CREATE TABLE deduction_evidence (
    puzzle_id BIGINT NOT NULL,
    technique TEXT NOT NULL,
    pattern BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    role TEXT NOT NULL,
    cell INTEGER,
    digit INTEGER,
    unit_no INTEGER,
    CONSTRAINT pk_deduction_evidence PRIMARY KEY (puzzle_id, technique, pattern, ordinal)
) STRICT, WITHOUT ROWID; -- @partitioned

-- The assumptions of the techniques of forcing and of search.sql when you run them by hand. The solver uses a temporary table
-- of the same name.
CREATE TABLE hypothesis (
    puzzle_id BIGINT NOT NULL,
    origin BIGINT NOT NULL,
    parent BIGINT NOT NULL,
    depth INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    outcome TEXT NOT NULL DEFAULT 'new',
    CONSTRAINT pk_hypothesis PRIMARY KEY (puzzle_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX hypothesis_parent ON hypothesis (parent, cell, digit);

-- What follows from a hypothesis. Only the solver fills it, a temporary table of the same name. The columns that a role does
-- not have are 0.
CREATE TABLE consequence (
    puzzle_id BIGINT NOT NULL,
    step INTEGER NOT NULL,
    role TEXT NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    CONSTRAINT pk_consequence PRIMARY KEY (puzzle_id, step, role, cell, digit)
) STRICT, WITHOUT ROWID;

-- The hypotheses of every pattern that shows that all candidates of a cell, or all places of a digit in a unit, lead to the
-- same. Work table of the techniques of forcing.
CREATE TABLE forcing_pattern (
    puzzle_id BIGINT NOT NULL,
    pattern BIGINT NOT NULL,
    hypothesis BIGINT NOT NULL,
    CONSTRAINT pk_forcing_pattern PRIMARY KEY (puzzle_id, pattern, hypothesis)
) STRICT, WITHOUT ROWID;

-- The candidates that a cell loses in a hypothesis. Work table of the techniques of forcing.
CREATE TABLE hypothesis_loss (
    puzzle_id BIGINT NOT NULL,
    cell INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    CONSTRAINT pk_hypothesis_loss PRIMARY KEY (puzzle_id, cell)
) STRICT, WITHOUT ROWID;

-- Work tables of the chain files, for the links and the chains of a technique. Other files make their work tables
-- themselves with CREATE TEMP TABLE. These tables must be in the database, because triggers run shared statements on them.

-- The nodes of chains with groups in their units. A node is a digit in a place, digit * 1000 + place. places are the places of
-- the unit where it is a live candidate.
CREATE TABLE chain_place (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    node INTEGER NOT NULL,
    places INTEGER NOT NULL,
    CONSTRAINT pk_chain_place PRIMARY KEY (puzzle_id, digit, unit_no, node)
) STRICT, WITHOUT ROWID;

-- Not both of the two nodes hold, in a unit or cell or, unless set_no is 0, through the almost locked set of that number in chain_set,
-- which has so many cells.
CREATE TABLE chain_weak (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    other INTEGER NOT NULL,
    set_no INTEGER NOT NULL,
    cells INTEGER NOT NULL,
    CONSTRAINT pk_chain_weak PRIMARY KEY (puzzle_id, node, other)
) STRICT, WITHOUT ROWID;

-- The nodes that see all places of their digit in an almost locked set. They are linked weakly to the nodes of the set's other digits.
CREATE TABLE chain_sight (
    puzzle_id BIGINT NOT NULL,
    set_no INTEGER NOT NULL,
    node INTEGER NOT NULL,
    CONSTRAINT pk_chain_sight PRIMARY KEY (puzzle_id, set_no, node)
) STRICT, WITHOUT ROWID;

-- At least one of the two nodes holds, in a unit, or in a cell if unit_no is 0.
CREATE TABLE chain_strong (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    other INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    CONSTRAINT pk_chain_strong PRIMARY KEY (puzzle_id, node, other)
) STRICT, WITHOUT ROWID;

-- Two links at once. If node holds, off_node does not hold, because the two are weakly linked. Then next_node holds. The weight
-- is 1 for the strong link and the number of cells if a set links weakly.
CREATE TABLE chain_link (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    next_node INTEGER NOT NULL,
    off_node INTEGER NOT NULL,
    set_no INTEGER NOT NULL DEFAULT 0,
    weight INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT pk_chain_link PRIMARY KEY (puzzle_id, node, weight, next_node)
) STRICT, WITHOUT ROWID;

-- The chains of a puzzle and a technique. If start_node does not hold, node does, after links strong links, or links of so much weight
-- together. previous is the node before it, 0 if there is none.
CREATE TABLE chain_reach (
    puzzle_id BIGINT NOT NULL,
    start_node INTEGER NOT NULL,
    node INTEGER NOT NULL,
    links INTEGER NOT NULL,
    previous INTEGER NOT NULL,
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
