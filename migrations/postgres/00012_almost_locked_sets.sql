-- +goose Up
-- What the almost locked sets join.

-- Sets of cells as bits, 81 of them in two numbers: low has rows 1 to 5, high rows 6 to 9. The
-- peers of a cell are such a set.
CREATE TABLE cell_bit (
    cell INTEGER NOT NULL,
    low BIGINT NOT NULL,
    high BIGINT NOT NULL,
    peers_low BIGINT NOT NULL,
    peers_high BIGINT NOT NULL,
    CONSTRAINT pk_cell_bit PRIMARY KEY (cell)
);

WITH bit AS (
    SELECT l.cell, CASE WHEN l.row_no <= 5 THEN CAST(1 AS BIGINT) << ((l.row_no - 1) * 9 + l.column_no - 1) ELSE 0 END AS low,
        CASE WHEN l.row_no > 5 THEN CAST(1 AS BIGINT) << ((l.row_no - 6) * 9 + l.column_no - 1) ELSE 0 END AS high
    FROM location_wide AS l
)
INSERT INTO cell_bit (cell, low, high, peers_low, peers_high)
SELECT b.cell, b.low, b.high, CAST(SUM(o.low) AS BIGINT), CAST(SUM(o.high) AS BIGINT)
FROM bit AS b
INNER JOIN peer AS p ON p.cell = b.cell
INNER JOIN bit AS o ON o.cell = p.peer
GROUP BY b.cell, b.low, b.high;

-- The cells at some places of a unit, as bits, and the cells that all of them see. The same cells
-- may be places of another unit: group_no is the smallest unit_no * 1000 + places that they have.
CREATE TABLE cell_group (
    unit_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    group_no INTEGER NOT NULL,
    low BIGINT NOT NULL,
    high BIGINT NOT NULL,
    seen_low BIGINT NOT NULL,
    seen_high BIGINT NOT NULL,
    CONSTRAINT pk_cell_group PRIMARY KEY (unit_no, places)
);

WITH RECURSIVE gathered (unit_no, places, last_place, low, high, seen_low, seen_high) AS (
    SELECT l.unit_no, l.place, l.place, c.low, c.high, c.peers_low, c.peers_high
    FROM location AS l
    INNER JOIN cell_bit AS c ON c.cell = l.cell
    UNION ALL
    SELECT g.unit_no, g.places + l.place, l.place, g.low + c.low, g.high + c.high,
        g.seen_low & c.peers_low, g.seen_high & c.peers_high
    FROM gathered AS g
    INNER JOIN location AS l ON l.unit_no = g.unit_no AND l.place > g.last_place
    INNER JOIN cell_bit AS c ON c.cell = l.cell
)
INSERT INTO cell_group (unit_no, places, group_no, low, high, seen_low, seen_high)
SELECT unit_no, places, MIN(unit_no * 1000 + places) OVER (PARTITION BY low, high), low, high, seen_low, seen_high
FROM gathered;

CREATE UNIQUE INDEX cell_group_number ON cell_group (group_no, unit_no, places);

-- The rest is room for the statements, which fill it themselves. The solver hides it behind temporary
-- tables of the same names.

-- An open cell in each of its units, by the thirds of the unit, 1 to 3, and its place in its box.
CREATE TABLE unit_cell (
    puzzle_id BIGINT NOT NULL,
    unit_no INTEGER NOT NULL,
    third INTEGER NOT NULL,
    place INTEGER NOT NULL,
    box_place INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    CONSTRAINT pk_unit_cell PRIMARY KEY (puzzle_id, unit_no, third, place)
);

-- Every set of open cells of a third of a unit, the empty one too. Three of them, one of each third, make any set of
-- cells of the unit, which is quicker than to add cell by cell.
CREATE TABLE unit_third (
    puzzle_id BIGINT NOT NULL,
    unit_no INTEGER NOT NULL,
    third INTEGER NOT NULL,
    places INTEGER NOT NULL,
    box_places INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    CONSTRAINT pk_unit_third PRIMARY KEY (puzzle_id, unit_no, third, places)
);

-- Cells of one unit with one digit more than cells together. als_no is the group_no of the cells.
CREATE TABLE almost_locked_set (
    puzzle_id BIGINT NOT NULL,
    als_no INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    CONSTRAINT pk_almost_locked_set PRIMARY KEY (puzzle_id, als_no)
);

-- A digit of an almost locked set, the cells that hold it there, and the other candidates of the
-- digit that all of them see. A digit without such victims is left out, nothing follows from it.
CREATE TABLE als_digit (
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
    CONSTRAINT pk_als_digit PRIMARY KEY (puzzle_id, als_no, digit)
);

-- The same once for every unit in which the holders lie and have a victim.
CREATE TABLE als_place (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    als_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    group_no INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    CONSTRAINT pk_als_place PRIMARY KEY (puzzle_id, digit, unit_no, als_no)
);

-- +goose Down
DROP TABLE als_place;
DROP TABLE als_digit;
DROP TABLE almost_locked_set;
DROP TABLE unit_third;
DROP TABLE unit_cell;
DROP TABLE cell_group;
DROP TABLE cell_bit;
