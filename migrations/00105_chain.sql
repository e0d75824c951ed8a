-- +goose Up
-- Work tables of the chain files, for the links and the chains of a technique. Other files make their work tables
-- themselves with CREATE TEMP TABLE. These tables must be in the database, because triggers run shared statements on them.

-- At least one of the two nodes holds, in a unit, or in a cell if unit_no is 0.
CREATE TABLE chain_strong (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    other INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    CONSTRAINT pk_chain_strong PRIMARY KEY (puzzle_id, node, other)
) STRICT, WITHOUT ROWID;

-- Two links at once. If node holds, off_node does not hold, because the two are weakly linked. Then next_node holds.
CREATE TABLE chain_link (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    next_node INTEGER NOT NULL,
    off_node INTEGER NOT NULL,
    set_no INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT pk_chain_link PRIMARY KEY (puzzle_id, node, next_node)
) STRICT, WITHOUT ROWID;

-- The chains of a puzzle and a technique. If start_node does not hold, node does, after links strong links. previous is the
-- node before it, 0 if there is none.
CREATE TABLE chain_reach (
    puzzle_id BIGINT NOT NULL,
    start_node INTEGER NOT NULL,
    node INTEGER NOT NULL,
    links INTEGER NOT NULL,
    previous INTEGER NOT NULL,
    CONSTRAINT pk_chain_reach PRIMARY KEY (puzzle_id, start_node, node)
) STRICT, WITHOUT ROWID;

CREATE INDEX chain_reach_links ON chain_reach (links);

-- +goose Down
DROP TABLE chain_reach;
DROP TABLE chain_link;
DROP TABLE chain_strong;
