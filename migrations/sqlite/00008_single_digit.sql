-- +goose Up
-- What the single-digit patterns and the wings join.

-- Every set of two places of a unit, which is where a digit may have its last two. cell and other
-- are the two cells, the smaller first. row_set, column_set and box_set are the rows, columns and
-- boxes that hold one of them and not both, cell_row, cell_column and cell_box the row, the
-- column and the box of cell, all as sets like unit_name.singleton.
CREATE TABLE place_pair (
    unit_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    unit_type TEXT NOT NULL,
    cell INTEGER NOT NULL,
    other INTEGER NOT NULL,
    row_set INTEGER NOT NULL,
    column_set INTEGER NOT NULL,
    box_set INTEGER NOT NULL,
    cell_row INTEGER NOT NULL,
    cell_column INTEGER NOT NULL,
    cell_box INTEGER NOT NULL,
    CONSTRAINT pk_place_pair PRIMARY KEY (unit_no, places)
) STRICT, WITHOUT ROWID;

INSERT INTO place_pair (unit_no, places, unit_type, cell, other, row_set, column_set, box_set, cell_row, cell_column, cell_box)
SELECT x.unit_no, x.places, x.unit_type, x.cell, x.other,
    (x.cell_row | x.other_row) - (x.cell_row & x.other_row),
    (x.cell_column | x.other_column) - (x.cell_column & x.other_column),
    (x.cell_box | x.other_box) - (x.cell_box & x.other_box),
    x.cell_row, x.cell_column, x.cell_box
FROM (
    SELECT a.unit_no, a.place + b.place AS places, a.unit_type, a.cell, b.cell AS other,
        1 << (v.row_no - 1) AS cell_row, 1 << (v.column_no - 1) AS cell_column, 1 << (v.box_no - 1) AS cell_box,
        1 << (w.row_no - 1) AS other_row, 1 << (w.column_no - 1) AS other_column, 1 << (w.box_no - 1) AS other_box
    FROM location AS a
    INNER JOIN location AS b ON b.unit_no = a.unit_no AND b.cell > a.cell
    INNER JOIN location_wide AS v ON v.cell = a.cell
    INNER JOIN location_wide AS w ON w.cell = b.cell
) AS x;

-- Sets of places of a box, unit_no, that lie in one row and one column and not in one of the two
-- alone. One row for each way round. A digit with these places that leaves line_no goes
-- into other_no. A line that is parallel to other_no and misses the box crosses line_no in
-- its near_place, and the box's other lines in the rest of near_places.
CREATE TABLE empty_rectangle (
    unit_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    line_no INTEGER NOT NULL,
    other_no INTEGER NOT NULL,
    other_type TEXT NOT NULL,
    box_place INTEGER NOT NULL,
    near_place INTEGER NOT NULL,
    near_places INTEGER NOT NULL,
    CONSTRAINT pk_empty_rectangle PRIMARY KEY (unit_no, places, line_no, other_no)
) STRICT, WITHOUT ROWID;

WITH crossing AS (
    SELECT a.other_no AS box_no, a.unit_no AS line_no, b.unit_no AS other_no, v.unit_type AS other_type, w.singleton AS box_place,
        u.singleton AS near_place, b.places AS near_places, a.other_places AS line_places, b.other_places AS other_places
    FROM intersection AS a
    INNER JOIN unit_name AS u ON u.unit_no = a.unit_no
    INNER JOIN unit_name AS w ON w.unit_no = a.other_no AND w.unit_type = 'box'
    INNER JOIN intersection AS b ON b.other_no = a.other_no
    INNER JOIN unit_name AS v ON v.unit_no = b.unit_no AND v.unit_type <> u.unit_type
)
INSERT INTO empty_rectangle (unit_no, places, line_no, other_no, other_type, box_place, near_place, near_places)
SELECT c.box_no, s.combination_id, c.line_no, c.other_no, c.other_type, c.box_place, c.near_place, c.near_places
FROM superset AS s
INNER JOIN crossing AS c ON c.line_places | c.other_places = s.superset_id
WHERE s.size = 5
    AND s.combination_id & ~c.line_places <> 0
    AND s.combination_id & ~c.other_places <> 0
ORDER BY 1, 2, 3, 4;

-- A unit with two places for a digit, with all that place_pair says about the two.
CREATE VIEW conjugate_pair AS
SELECT m.puzzle_id, m.digit, s.unit_type, s.unit_no, s.cell, s.other, s.row_set, s.column_set, s.box_set,
    s.cell_row, s.cell_column, s.cell_box
FROM place_mask AS m
INNER JOIN place_pair AS s ON s.unit_no = m.unit_no AND s.places = m.places;

-- +goose Down
DROP VIEW conjugate_pair;
DROP TABLE empty_rectangle;
DROP TABLE place_pair;
