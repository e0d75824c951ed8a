-- +goose Up
-- Where the chain files keep the links and the chains of a technique while they run. The other files make such tables themselves
-- (CREATE TEMP TABLE). These stand here because triggers run shared statements over them.

-- One of the two nodes holds, in a unit or, unit_no being 0, a cell.
CREATE TABLE chain_strong (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    other INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    CONSTRAINT pk_chain_strong PRIMARY KEY (puzzle_id, node, other)
) STRICT, WITHOUT ROWID;

-- Two links at once. If node holds, off_node does not, for they are weakly linked. Then next_node does.
CREATE TABLE chain_link (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    next_node INTEGER NOT NULL,
    off_node INTEGER NOT NULL,
    set_no INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT pk_chain_link PRIMARY KEY (puzzle_id, node, next_node)
) STRICT, WITHOUT ROWID;

-- The chains of a puzzle and a technique. If start_node does not hold, node does, after so many strong links. previous
-- is the node before, 0 for none.
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
