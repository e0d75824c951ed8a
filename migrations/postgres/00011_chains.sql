-- +goose Up
-- What the chains join, and where they take notes.

-- The cells that see both of two cells, the smaller first. Both may be the same cell.
CREATE TABLE common_peer (
    cell INTEGER NOT NULL,
    other INTEGER NOT NULL,
    peer INTEGER NOT NULL,
    CONSTRAINT pk_common_peer PRIMARY KEY (cell, other, peer)
);

INSERT INTO common_peer (cell, other, peer)
SELECT a.peer, b.peer, a.cell
FROM peer AS a
INNER JOIN peer AS b ON b.cell = a.cell AND b.peer >= a.peer;

-- A place of a chain is a cell or a group. The groups, from 101 on, are the cells where a box and a line meet, as
-- places of either.
CREATE TABLE chain_group (
    place INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    CONSTRAINT pk_chain_group PRIMARY KEY (unit_no, place)
);

WITH meeting AS (
    SELECT 100 + ROW_NUMBER() OVER (ORDER BY i.unit_no, i.other_no) AS place, i.unit_no, i.other_no, i.places, i.other_places
    FROM intersection AS i
    INNER JOIN unit_name AS u ON u.unit_no = i.unit_no AND u.unit_type = 'box'
)
INSERT INTO chain_group (place, unit_no, places)
SELECT m.place, m.unit_no, m.places
FROM meeting AS m
UNION ALL
SELECT m.place, m.other_no, m.other_places
FROM meeting AS m;

-- The cells of every place.
CREATE TABLE chain_cell (
    place INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    CONSTRAINT pk_chain_cell PRIMARY KEY (place, cell)
);

INSERT INTO chain_cell (place, cell)
SELECT w.cell, w.cell
FROM location_wide AS w
UNION
SELECT g.place, l.cell
FROM chain_group AS g
INNER JOIN location AS l ON l.unit_no = g.unit_no AND l.place & g.places <> 0;

-- A node of a chain is a digit in a place, digit * 1000 + place. These are the places in their units, live candidates alone.
CREATE TABLE chain_place (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    node INTEGER NOT NULL,
    places INTEGER NOT NULL,
    CONSTRAINT pk_chain_place PRIMARY KEY (puzzle_id, digit, unit_no, node)
);

-- One of the two nodes holds, in a unit or, unit_no being 0, a cell.
CREATE TABLE chain_strong (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    other INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    CONSTRAINT pk_chain_strong PRIMARY KEY (puzzle_id, node, other)
);

-- What sees all candidates of its digit in an almost locked set, unit_no * 512 + places.
CREATE TABLE chain_sight (
    puzzle_id BIGINT NOT NULL,
    set_no INTEGER NOT NULL,
    node INTEGER NOT NULL,
    CONSTRAINT pk_chain_sight PRIMARY KEY (puzzle_id, set_no, node)
);

-- Not both of the two nodes hold, in a unit or cell or, unless set_no is 0, through an almost locked set.
CREATE TABLE chain_weak (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    other INTEGER NOT NULL,
    set_no INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    CONSTRAINT pk_chain_weak PRIMARY KEY (puzzle_id, node, other)
);

-- Two links at once. If node holds, off_node does not, for they are weakly linked. Then next_node does.
CREATE TABLE chain_link (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    next_node INTEGER NOT NULL,
    off_node INTEGER NOT NULL,
    set_no INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT pk_chain_link PRIMARY KEY (puzzle_id, node, next_node)
);

-- The chains of a puzzle and a technique. If start_node does not hold, node does, after so many strong links. previous
-- is the node before, 0 for none.
CREATE TABLE chain_reach (
    puzzle_id BIGINT NOT NULL,
    start_node INTEGER NOT NULL,
    node INTEGER NOT NULL,
    links INTEGER NOT NULL,
    previous INTEGER NOT NULL,
    CONSTRAINT pk_chain_reach PRIMARY KEY (puzzle_id, start_node, node)
);

CREATE INDEX chain_reach_links ON chain_reach (links);

-- A chain file of sql/ adds a strong link to the chains as long as that makes new ones. The solver repeats
-- the statement. A shell cannot, so there the file fills this table, and every row of it
-- is one repetition, until one finds nothing.
CREATE TABLE chain_round (
    round INTEGER NOT NULL,
    CONSTRAINT pk_chain_round PRIMARY KEY (round)
);

-- +goose StatementBegin
CREATE FUNCTION repeat_chain_round() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT MAX(m.links) FROM chain_reach AS m) <= NEW.round THEN
        RETURN NULL;
    END IF;
    INSERT INTO chain_reach (puzzle_id, start_node, node, links, previous)
    SELECT r.puzzle_id, r.start_node, l.next_node, MIN(r.links) + 1, MIN(r.node)
    FROM chain_reach AS r
    CROSS JOIN chain_link AS l
    WHERE r.links = (SELECT MAX(m.links) FROM chain_reach AS m)
        AND l.puzzle_id = r.puzzle_id
        AND l.node = r.node
        AND NOT EXISTS (
            SELECT 1
            FROM chain_reach AS o
            WHERE o.puzzle_id = r.puzzle_id AND o.start_node = r.start_node AND o.node = l.next_node
        )
    GROUP BY r.puzzle_id, r.start_node, l.next_node;
    RETURN NULL;
END;
$$;
-- +goose StatementEnd

CREATE TRIGGER chain_round_repeat AFTER INSERT ON chain_round
FOR EACH ROW EXECUTE FUNCTION repeat_chain_round();

-- +goose Down
DROP TABLE chain_round;
DROP FUNCTION repeat_chain_round();
DROP TABLE chain_reach;
DROP TABLE chain_link;
DROP TABLE chain_weak;
DROP TABLE chain_sight;
DROP TABLE chain_strong;
DROP TABLE chain_place;
DROP TABLE chain_cell;
DROP TABLE chain_group;
DROP TABLE common_peer;
