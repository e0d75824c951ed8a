-- +goose Up
-- What the unique rectangles and the colorings join.

-- The 486 rectangles, two rows by two columns that lie in exactly two boxes, one row a corner.
-- corner_no is 1 top left, 2 top right, 3 bottom left, 4 bottom right. The corner
-- shares its row with row_mate, its column with column_mate, and no line with opposite.
CREATE TABLE rectangle_corner (
    cell INTEGER NOT NULL,
    opposite INTEGER NOT NULL,
    rectangle_no INTEGER NOT NULL,
    corner_no INTEGER NOT NULL,
    row_mate INTEGER NOT NULL,
    column_mate INTEGER NOT NULL,
    CONSTRAINT pk_rectangle_corner PRIMARY KEY (cell, opposite)
);

INSERT INTO rectangle_corner (rectangle_no, corner_no, cell, row_mate, column_mate, opposite)
SELECT z.rectangle_no, t.digit,
    CASE t.digit WHEN 1 THEN z.a WHEN 2 THEN z.b WHEN 3 THEN z.c ELSE z.d END,
    CASE t.digit WHEN 1 THEN z.b WHEN 2 THEN z.a WHEN 3 THEN z.d ELSE z.c END,
    CASE t.digit WHEN 1 THEN z.c WHEN 2 THEN z.d WHEN 3 THEN z.a ELSE z.b END,
    CASE t.digit WHEN 1 THEN z.d WHEN 2 THEN z.c WHEN 3 THEN z.b ELSE z.a END
FROM (
    SELECT ROW_NUMBER() OVER (ORDER BY a.cell, d.cell) AS rectangle_no,
        a.cell AS a, b.cell AS b, c.cell AS c, d.cell AS d
    FROM location_wide AS a
    INNER JOIN location_wide AS d ON d.row_no > a.row_no AND d.column_no > a.column_no
    INNER JOIN location_wide AS b ON b.row_no = a.row_no AND b.column_no = d.column_no
    INNER JOIN location_wide AS c ON c.row_no = d.row_no AND c.column_no = a.column_no
    WHERE (a.box_no = b.box_no) <> (a.box_no = c.box_no)
) AS z
INNER JOIN token AS t ON t.digit BETWEEN 1 AND 4;

CREATE UNIQUE INDEX rectangle_corner_mates ON rectangle_corner (row_mate, column_mate, rectangle_no, corner_no, cell, opposite);
CREATE UNIQUE INDEX rectangle_corner_number ON rectangle_corner (rectangle_no, corner_no, cell);

-- The same as one row a side: two corners in a line are the floor, the other two the roof.
-- roof_1 is in line with floor_1 and roof_2 with floor_2. side_no is where the floor
-- lies, 1 top, 2 bottom, 3 left, 4 right.
CREATE TABLE rectangle_side (
    rectangle_no INTEGER NOT NULL,
    side_no INTEGER NOT NULL,
    floor_1 INTEGER NOT NULL,
    floor_2 INTEGER NOT NULL,
    roof_1 INTEGER NOT NULL,
    roof_2 INTEGER NOT NULL,
    CONSTRAINT pk_rectangle_side PRIMARY KEY (floor_1, floor_2, roof_1)
);

INSERT INTO rectangle_side (rectangle_no, side_no, floor_1, floor_2, roof_1, roof_2)
SELECT c.rectangle_no, CASE c.corner_no WHEN 1 THEN 1 ELSE 2 END, c.cell, c.row_mate, c.column_mate, c.opposite
FROM rectangle_corner AS c
WHERE c.corner_no IN (1, 3)
UNION ALL
SELECT c.rectangle_no, CASE c.corner_no WHEN 1 THEN 3 ELSE 4 END, c.cell, c.column_mate, c.row_mate, c.opposite
FROM rectangle_corner AS c
WHERE c.corner_no IN (1, 2);

CREATE UNIQUE INDEX rectangle_side_number ON rectangle_side (rectangle_no, side_no, floor_1, floor_2, roof_1, roof_2);

-- The units of a cell as one number, 2^unit_no for each. Two cells see each other when their numbers
-- have a bit in common.
CREATE TABLE unit_set (
    cell INTEGER NOT NULL,
    units INTEGER NOT NULL,
    CONSTRAINT pk_unit_set PRIMARY KEY (cell)
);

INSERT INTO unit_set (cell, units)
SELECT l.cell, SUM(1 << l.unit_no)
FROM location AS l
GROUP BY l.cell;

-- Where coloring.sql keeps its colors while it runs. start is the smallest cell of a net of strong
-- links and names the net, and has color 0.
CREATE TABLE color_cell (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    start INTEGER NOT NULL,
    color INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    CONSTRAINT pk_color_cell PRIMARY KEY (puzzle_id, digit, start, color, cell)
);

-- The units in which a color has cells, in one number as above. wrapped is 1 when it has two in one unit.
CREATE TABLE color_units (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    start INTEGER NOT NULL,
    color INTEGER NOT NULL,
    units INTEGER NOT NULL,
    wrapped INTEGER NOT NULL,
    CONSTRAINT pk_color_units PRIMARY KEY (puzzle_id, digit, start, color)
);

ANALYZE rectangle_corner, rectangle_side, unit_set;

-- +goose Down
DROP TABLE color_units;
DROP TABLE color_cell;
DROP TABLE unit_set;
DROP TABLE rectangle_side;
DROP TABLE rectangle_corner;
