-- Marks: BIGINT, @sqlite, @postgres. migrations/embed.go says what they mean; setdoku migrate sql prints the text without them.
-- The board of the puzzles that a technique looks at, as the techniques read it. They all join these tables, and none of them computes
-- geometry. The tables of the database are of classic. For puzzles of another variant the solver makes temporary tables of the same names
-- by the same statements, with another name in place of 'classic'.

CREATE TABLE pass_variant ( -- The variant of the tables below, in one row
    variant TEXT NOT NULL, -- Its name
    size INTEGER NOT NULL, -- Number of digits, and of cells in a unit
    places INTEGER NOT NULL, -- All places of a unit, 2^size - 1
    mask BIGINT NOT NULL, -- All digits, the sum of their token.mask
    block_base INTEGER NOT NULL, -- The unit_no before the first box, or before the first region; 0 if not every cell lies in one
    CONSTRAINT pk_pass_variant PRIMARY KEY (variant)
) STRICT, WITHOUT ROWID;

INSERT INTO pass_variant (variant, size, places, mask, block_base)
SELECT v.variant, v.size, c.combination_id, c.mask,
    CASE v.size * v.size
        WHEN (SELECT COUNT(DISTINCT u.cell) FROM variant_unit AS u WHERE u.variant = v.variant AND u.unit_no BETWEEN 19 AND 27) THEN 18
        WHEN (SELECT COUNT(DISTINCT u.cell) FROM variant_unit AS u WHERE u.variant = v.variant AND u.unit_no BETWEEN 28 AND 36) THEN 27
        ELSE 0
    END
FROM variant AS v
INNER JOIN combination AS c ON c.combination_id = (1 << v.size) - 1
WHERE v.variant = 'classic';

CREATE TABLE location_wide ( -- A cell with its row, column and box
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    row_no INTEGER NOT NULL, -- 1 to 9
    column_no INTEGER NOT NULL, -- 1 to 9
    box_no INTEGER NOT NULL, -- 1 to 9, row by row; the region in a variant with regions, and the row in one with neither
    cell_name TEXT NOT NULL, -- The name of the cell, such as r4c5
    CONSTRAINT pk_location_wide PRIMARY KEY (cell)
) STRICT;

INSERT INTO location_wide (cell, row_no, column_no, box_no, cell_name)
SELECT r.cell, r.unit_no, c.unit_no - 9, COALESCE(b.unit_no - p.block_base, r.unit_no), 'r' || r.unit_no || 'c' || (c.unit_no - 9)
FROM pass_variant AS p
INNER JOIN variant_unit AS r ON r.variant = p.variant AND r.unit_no <= 9
INNER JOIN variant_unit AS c ON c.variant = p.variant AND c.cell = r.cell AND c.unit_no BETWEEN 10 AND 18
LEFT JOIN variant_unit AS b ON b.variant = p.variant AND b.cell = r.cell AND p.block_base > 0
    AND b.unit_no BETWEEN p.block_base + 1 AND p.block_base + 9;

CREATE TABLE location ( -- A cell in a unit; in classic each cell has three rows
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    unit_type TEXT NOT NULL, -- row, column or box; in variants also region, diagonal or window
    unit INTEGER NOT NULL, -- 1 to 9, boxes row by row
    unit_no INTEGER NOT NULL, -- 1 to 27, rows, then columns, then boxes; in variants up to 54, as in unit_number
    position INTEGER NOT NULL, -- Position of the cell in the unit, 1 to 9
    place INTEGER NOT NULL, -- 2^(position - 1), so that a sum of places is a set of positions
    CONSTRAINT pk_location PRIMARY KEY (cell, unit_no)
) STRICT, WITHOUT ROWID;

INSERT INTO location (cell, unit_type, unit, unit_no, position, place)
SELECT u.cell, n.unit_type, n.unit, u.unit_no, u.position, 1 << (u.position - 1)
FROM pass_variant AS p
INNER JOIN variant_unit AS u ON u.variant = p.variant
INNER JOIN unit_number AS n ON n.unit_no = u.unit_no;

CREATE UNIQUE INDEX location_unit ON location (unit_no, place, cell, position);

CREATE TABLE unit_name ( -- The units by number, 27 in classic
    unit_no INTEGER NOT NULL, -- 1 to 27, rows, then columns, then boxes; in variants up to 54
    unit_type TEXT NOT NULL, -- row, column or box; in variants also region, diagonal or window
    unit INTEGER NOT NULL, -- 1 to 9, boxes row by row
    singleton INTEGER NOT NULL, -- The unit as a set of one of its type, 2^(unit - 1)
    CONSTRAINT pk_unit_name PRIMARY KEY (unit_no)
) STRICT;

INSERT INTO unit_name (unit_no, unit_type, unit, singleton)
SELECT DISTINCT unit_no, unit_type, unit, 1 << (unit - 1)
FROM location;

CREATE TABLE peer ( -- Two cells that cannot hold the same digit; in classic they share a unit
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    peer INTEGER NOT NULL, -- The other cell
    CONSTRAINT pk_peer PRIMARY KEY (cell, peer)
) STRICT, WITHOUT ROWID;

INSERT INTO peer (cell, peer)
SELECT a.cell, b.cell
FROM location AS a
INNER JOIN location AS b ON b.unit_no = a.unit_no AND b.cell <> a.cell
UNION
SELECT x.cell, x.peer
FROM pass_variant AS p
INNER JOIN variant_peer AS x ON x.variant = p.variant;

CREATE TABLE far_peer ( -- Peers in different rows, columns and boxes, because of another unit or of the variant; none in classic
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    peer INTEGER NOT NULL, -- The other cell
    CONSTRAINT pk_far_peer PRIMARY KEY (cell, peer)
) STRICT, WITHOUT ROWID;

INSERT INTO far_peer (cell, peer)
SELECT p.cell, p.peer
FROM peer AS p
INNER JOIN location_wide AS a ON a.cell = p.cell
INNER JOIN location_wide AS b ON b.cell = p.peer
WHERE a.row_no <> b.row_no AND a.column_no <> b.column_no AND a.box_no <> b.box_no;

CREATE TABLE intersection ( -- The cells in which two units meet, at least two; in classic a box and a line, once from the box and once from the line
    unit_no INTEGER NOT NULL, -- A unit
    other_no INTEGER NOT NULL, -- A unit that crosses it
    places INTEGER NOT NULL, -- The common cells as places of unit_no
    other_places INTEGER NOT NULL, -- The same cells as places of other_no
    CONSTRAINT pk_intersection PRIMARY KEY (unit_no, other_no)
) STRICT, WITHOUT ROWID;

INSERT INTO intersection (unit_no, other_no, places, other_places)
SELECT a.unit_no, b.unit_no, SUM(a.place), SUM(b.place)
FROM location AS a
INNER JOIN location AS b ON b.cell = a.cell AND b.unit_no <> a.unit_no
GROUP BY a.unit_no, b.unit_no
HAVING COUNT(*) > 1;

CREATE TABLE place_pair ( -- Reference: two places of a unit, with the units that hold one of their cells
    unit_no INTEGER NOT NULL, -- The unit, 1 to 27; in variants up to 54
    places INTEGER NOT NULL, -- The two places, the sum of their location.place
    unit_type TEXT NOT NULL, -- row, column or box; in variants also region, diagonal or window
    cell INTEGER NOT NULL, -- The smaller cell
    other INTEGER NOT NULL, -- The greater cell
    row_set INTEGER NOT NULL, -- The rows that hold one of the two cells and not both, the sum of 2^(row - 1)
    column_set INTEGER NOT NULL, -- The same for columns
    box_set INTEGER NOT NULL, -- The same for boxes
    cell_row INTEGER NOT NULL, -- 2^(row - 1) of cell
    cell_column INTEGER NOT NULL, -- 2^(column - 1) of cell
    cell_box INTEGER NOT NULL, -- 2^(box - 1) of cell
    CONSTRAINT pk_place_pair PRIMARY KEY (unit_no, places)
) STRICT, WITHOUT ROWID;

INSERT INTO place_pair (unit_no, places, unit_type, cell, other, row_set, column_set, box_set, cell_row, cell_column, cell_box)
SELECT a.unit_no, a.place + b.place, a.unit_type, a.cell, b.cell,
    CASE WHEN v.row_no = w.row_no THEN 0 ELSE (1 << (v.row_no - 1)) + (1 << (w.row_no - 1)) END,
    CASE WHEN v.column_no = w.column_no THEN 0 ELSE (1 << (v.column_no - 1)) + (1 << (w.column_no - 1)) END,
    CASE WHEN v.box_no = w.box_no THEN 0 ELSE (1 << (v.box_no - 1)) + (1 << (w.box_no - 1)) END,
    1 << (v.row_no - 1), 1 << (v.column_no - 1), 1 << (v.box_no - 1)
FROM location AS a
INNER JOIN location AS b ON b.unit_no = a.unit_no AND b.cell > a.cell
INNER JOIN location_wide AS v ON v.cell = a.cell
INNER JOIN location_wide AS w ON w.cell = b.cell;

-- Sets of places of a box (unit_no) that lie in one row and one column, and not in only one of these two lines. Each set
-- has two rows, one for either order of the two lines. If a digit with these places is not in line_no, it is in other_no. A
-- line parallel to other_no that misses the box crosses line_no in its near_place, and crosses the other lines of the box
-- in the rest of near_places.
CREATE TABLE empty_rectangle ( -- Reference: sets of places of a box that lie in a row and a column of the box
    unit_no INTEGER NOT NULL, -- The box, 19 to 27
    places INTEGER NOT NULL, -- The places, the sum of their location.place
    line_no INTEGER NOT NULL, -- The row or the column; the table has a row for each of the two
    other_no INTEGER NOT NULL, -- The other of the two lines
    other_type TEXT NOT NULL, -- The type of other_no, row or column
    box_place INTEGER NOT NULL, -- The box as a place among the nine boxes, 2^(box - 1)
    near_place INTEGER NOT NULL, -- Where line_no crosses a line parallel to other_no, as a place of that line
    near_places INTEGER NOT NULL, -- Where the three lines of the box parallel to line_no cross that line, as places of that line
    CONSTRAINT pk_empty_rectangle PRIMARY KEY (unit_no, places, line_no, other_no)
) STRICT, WITHOUT ROWID;

-- The sets that lie in two lines are what supersets of the rest of nine places leave.
INSERT INTO empty_rectangle (unit_no, places, line_no, other_no, other_type, box_place, near_place, near_places)
SELECT a.other_no, 511 - s.superset_id, a.unit_no, b.unit_no, v.unit_type, w.singleton, u.singleton, b.places
FROM intersection AS a
INNER JOIN unit_name AS u ON u.unit_no = a.unit_no AND u.unit_type IN ('row', 'column')
INNER JOIN unit_name AS w ON w.unit_no = a.other_no AND w.unit_type = 'box'
INNER JOIN intersection AS b ON b.other_no = a.other_no
INNER JOIN unit_name AS v ON v.unit_no = b.unit_no AND v.unit_type IN ('row', 'column') AND v.unit_type <> u.unit_type
INNER JOIN superset AS s ON s.combination_id = 511 - (a.other_places | b.other_places)
WHERE (511 - s.superset_id) & ~a.other_places <> 0
    AND (511 - s.superset_id) & ~b.other_places <> 0
ORDER BY 1, 2, 3, 4;

CREATE TABLE cell_bit ( -- Reference: cells as bits; a set of the 81 cells takes two numbers
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    low BIGINT NOT NULL, -- Its bit among rows 1 to 5, else 0
    high BIGINT NOT NULL, -- Its bit among rows 6 to 9, else 0
    peers_low BIGINT NOT NULL, -- The bits of its peers in rows 1 to 5
    peers_high BIGINT NOT NULL, -- The bits of its peers in rows 6 to 9
    CONSTRAINT pk_cell_bit PRIMARY KEY (cell)
) STRICT;

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

-- Two digits can change places in a rectangle if every other cell that sees a corner also sees a corner with the other digit. In classic
-- these rectangles lie in two boxes.
CREATE TABLE rectangle_corner ( -- Reference: rectangles in which two digits can change places, one row for each corner
    cell INTEGER NOT NULL, -- The cell of the corner
    opposite INTEGER NOT NULL, -- The corner in neither its row nor its column
    rectangle_no INTEGER NOT NULL, -- Number of the rectangle, as in rectangle; 1 to 486 in classic
    corner_no INTEGER NOT NULL, -- 1 top left, 2 top right, 3 bottom left, 4 bottom right
    row_mate INTEGER NOT NULL, -- The other corner in its row
    column_mate INTEGER NOT NULL, -- The other corner in its column
    CONSTRAINT pk_rectangle_corner PRIMARY KEY (cell, opposite)
) STRICT, WITHOUT ROWID;

INSERT INTO rectangle_corner (rectangle_no, corner_no, cell, row_mate, column_mate, opposite)
SELECT z.rectangle_no, t.digit,
    CASE t.digit WHEN 1 THEN z.a WHEN 2 THEN z.b WHEN 3 THEN z.c ELSE z.d END,
    CASE t.digit WHEN 1 THEN z.b WHEN 2 THEN z.a WHEN 3 THEN z.d ELSE z.c END,
    CASE t.digit WHEN 1 THEN z.c WHEN 2 THEN z.d WHEN 3 THEN z.a ELSE z.b END,
    CASE t.digit WHEN 1 THEN z.d WHEN 2 THEN z.c WHEN 3 THEN z.b ELSE z.a END
FROM (
    SELECT r.rectangle_no, a.cell AS a, b.cell AS b, c.cell AS c, d.cell AS d,
        a.low + d.low AS one_low, a.high + d.high AS one_high, b.low + c.low AS two_low, b.high + c.high AS two_high,
        a.peers_low | d.peers_low AS near_one_low, a.peers_high | d.peers_high AS near_one_high,
        b.peers_low | c.peers_low AS near_two_low, b.peers_high | c.peers_high AS near_two_high
    FROM rectangle AS r
    INNER JOIN cell_bit AS a ON a.cell = r.cell
    INNER JOIN cell_bit AS d ON d.cell = r.opposite
    INNER JOIN cell_bit AS b ON b.cell = r.cell / 10 * 10 + r.opposite % 10
    INNER JOIN cell_bit AS c ON c.cell = r.opposite / 10 * 10 + r.cell % 10
) AS z
INNER JOIN token AS t ON t.digit BETWEEN 1 AND 4
WHERE z.near_one_low & z.one_low = 0
    AND z.near_one_high & z.one_high = 0
    AND z.near_two_low & z.two_low = 0
    AND z.near_two_high & z.two_high = 0
    AND z.near_one_low & ~z.two_low = z.near_two_low & ~z.one_low
    AND z.near_one_high & ~z.two_high = z.near_two_high & ~z.one_high;

CREATE UNIQUE INDEX rectangle_corner_mates ON rectangle_corner (row_mate, column_mate, rectangle_no, corner_no, cell, opposite);
CREATE UNIQUE INDEX rectangle_corner_number ON rectangle_corner (rectangle_no, corner_no, cell);

CREATE TABLE rectangle_side ( -- Reference: the sides of these rectangles; two corners in a line are the floor, the other two the roof
    rectangle_no INTEGER NOT NULL, -- Number of the rectangle, as in rectangle_corner
    side_no INTEGER NOT NULL, -- Where the floor lies: 1 top, 2 bottom, 3 left, 4 right
    floor_1 INTEGER NOT NULL, -- The first corner of the side, the smaller cell
    floor_2 INTEGER NOT NULL, -- The second corner of the side
    roof_1 INTEGER NOT NULL, -- The corner opposite to the side that is in line with floor_1
    roof_2 INTEGER NOT NULL, -- The corner opposite to the side that is in line with floor_2
    CONSTRAINT pk_rectangle_side PRIMARY KEY (floor_1, floor_2, roof_1)
) STRICT, WITHOUT ROWID;

INSERT INTO rectangle_side (rectangle_no, side_no, floor_1, floor_2, roof_1, roof_2)
SELECT c.rectangle_no, CASE c.corner_no WHEN 1 THEN 1 ELSE 2 END, c.cell, c.row_mate, c.column_mate, c.opposite
FROM rectangle_corner AS c
WHERE c.corner_no IN (1, 3)
UNION ALL
SELECT c.rectangle_no, CASE c.corner_no WHEN 1 THEN 3 ELSE 4 END, c.cell, c.column_mate, c.row_mate, c.opposite
FROM rectangle_corner AS c
WHERE c.corner_no IN (1, 2);

CREATE UNIQUE INDEX rectangle_side_number ON rectangle_side (rectangle_no, side_no, floor_1, floor_2, roof_1, roof_2);

CREATE TABLE unit_set ( -- Reference: the units of a cell as one set
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    units BIGINT NOT NULL, -- The sum of 2^unit_no; two cells share a unit if their numbers have a bit in common
    CONSTRAINT pk_unit_set PRIMARY KEY (cell)
) STRICT;

INSERT INTO unit_set (cell, units)
SELECT l.cell, CAST(SUM(CAST(1 AS BIGINT) << l.unit_no) AS BIGINT)
FROM location AS l
GROUP BY l.cell;

CREATE TABLE line_frame ( -- Reference for fish: a line and a box that it crosses
    unit_no INTEGER NOT NULL, -- The line
    box_no INTEGER NOT NULL, -- The unit_no of the box, or of another unit that is a rectangle
    lines INTEGER NOT NULL, -- The lines of its type through the box, three in classic, the sum of their singleton
    crossing INTEGER NOT NULL, -- The places of the line in the box, which are also the lines that cross it there
    second_no INTEGER NOT NULL, -- The smallest of the other lines
    third_no INTEGER NOT NULL, -- The greatest of the other lines
    CONSTRAINT pk_line_frame PRIMARY KEY (unit_no, box_no)
) STRICT, WITHOUT ROWID;

-- A unit is a rectangle if all lines of a type that cross it have the same places there.
INSERT INTO line_frame (unit_no, box_no, lines, crossing, second_no, third_no)
SELECT i.unit_no, i.other_no, SUM(u.singleton), MIN(i.places),
    MIN(CASE WHEN u.unit_no <> i.unit_no THEN u.unit_no END), MAX(CASE WHEN u.unit_no <> i.unit_no THEN u.unit_no END)
FROM intersection AS i
INNER JOIN intersection AS j ON j.unit_no = i.other_no
INNER JOIN unit_name AS u ON u.unit_no = j.other_no
INNER JOIN unit_name AS l ON l.unit_no = i.unit_no AND l.unit_type = u.unit_type
INNER JOIN unit_name AS o ON o.unit_no = i.other_no AND o.unit_type NOT IN ('row', 'column')
WHERE l.unit_type IN ('row', 'column')
GROUP BY i.unit_no, i.other_no
HAVING MIN(j.other_places) = MAX(j.other_places) AND SUM(j.places) = (SELECT v.places FROM pass_variant AS v) AND COUNT(*) > 1;

CREATE TABLE band_row ( -- Reference for templates: the nine rows by band
    band INTEGER NOT NULL, -- 1 to 3
    unit_no INTEGER NOT NULL, -- A row of the band
    weight INTEGER NOT NULL, -- 1, 2^9 or 2^18, which moves the places of the row into the 27 bits of the band
    CONSTRAINT pk_band_row PRIMARY KEY (band, unit_no)
) STRICT, WITHOUT ROWID;

INSERT INTO band_row (band, unit_no, weight)
SELECT (unit_no - 1) / 3 + 1, unit_no, 1 << ((unit_no - 1) % 3 * 9)
FROM unit_name
WHERE unit_type = 'row';

CREATE TABLE template_band ( -- Reference for templates: ways to place a digit in a band, a third of a template
    cells INTEGER NOT NULL, -- Three cells in different rows and boxes, as bits of the 27 cells
    stacks INTEGER NOT NULL, -- Which column of each stack they use: one of 27 ways, as one bit
    CONSTRAINT pk_template_band PRIMARY KEY (cells)
) STRICT;

WITH place (place, stack, way) AS (
    SELECT l.place, w.box_no, (l.position - 1) % 3 * CASE w.box_no WHEN 1 THEN 1 WHEN 2 THEN 3 ELSE 9 END
    FROM location AS l
    INNER JOIN location_wide AS w ON w.cell = l.cell
    WHERE l.unit_no = 1
)
INSERT INTO template_band (cells, stacks)
SELECT a.place + b.place * 512 + c.place * 262144, 1 << (a.way + b.way + c.way)
FROM place AS a
INNER JOIN place AS b ON b.stack <> a.stack
INNER JOIN place AS c ON c.stack <> a.stack AND c.stack <> b.stack;

CREATE TABLE template_fit ( -- Reference for templates: bands that fit together and make a template; there are 46,656 templates
    first_stacks INTEGER NOT NULL, -- template_band.stacks of the first band
    second_stacks INTEGER NOT NULL, -- That of the second band
    third_stacks INTEGER NOT NULL, -- That of the third band; the three use no column twice
    CONSTRAINT pk_template_fit PRIMARY KEY (first_stacks, second_stacks, third_stacks)
) STRICT, WITHOUT ROWID;

WITH way (stacks, a, b, c) AS (
    SELECT 1 << (a.unit + 3 * b.unit + 9 * c.unit - 13), a.unit, b.unit, c.unit
    FROM unit_name AS a
    CROSS JOIN unit_name AS b
    CROSS JOIN unit_name AS c
    WHERE a.unit_no <= 3 AND b.unit_no <= 3 AND c.unit_no <= 3
)
INSERT INTO template_fit (first_stacks, second_stacks, third_stacks)
SELECT x.stacks, y.stacks, z.stacks
FROM way AS x
INNER JOIN way AS y ON y.a <> x.a AND y.b <> x.b AND y.c <> x.c
INNER JOIN way AS z ON z.a <> x.a AND z.a <> y.a AND z.b <> x.b AND z.b <> y.b AND z.c <> x.c AND z.c <> y.c;

CREATE VIEW common_peer ( -- For techniques: cells that two cells see, with the two in either order
    cell, -- One of the two cells
    other, -- The other one; it may be the same cell
    peer -- A cell that sees both
) AS
SELECT a.cell, b.cell, a.peer
FROM peer AS a
CROSS JOIN peer AS b
WHERE b.peer = a.peer;

CREATE TABLE chain_unit ( -- Reference for chains: cells and groups of cells as places of their units
    place INTEGER NOT NULL, -- The number of a cell, or of a group, 101 to 228: the cells where two units meet, in classic a box and a line
    unit_no INTEGER NOT NULL, -- A unit that holds all cells of the place
    places INTEGER NOT NULL, -- The cells, the sum of their location.place in that unit
    CONSTRAINT pk_chain_unit PRIMARY KEY (unit_no, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX chain_unit_place ON chain_unit (place, unit_no, places);

WITH meeting AS (
    SELECT 100 + ROW_NUMBER() OVER (ORDER BY i.unit_no, i.other_no) AS place, i.unit_no, i.other_no, i.places, i.other_places
    FROM intersection AS i
    WHERE i.unit_no > i.other_no
)
INSERT INTO chain_unit (place, unit_no, places)
SELECT m.place, m.unit_no, m.places
FROM meeting AS m
WHERE m.place <= 228
UNION ALL
SELECT m.place, m.other_no, m.other_places
FROM meeting AS m
WHERE m.place <= 228
UNION ALL
SELECT l.cell, l.unit_no, l.place
FROM location AS l;

CREATE TABLE chain_cell ( -- Reference for chains: the cells of a place of a chain
    place INTEGER NOT NULL, -- A cell or a group, as in chain_unit
    cell INTEGER NOT NULL, -- A cell of the place
    CONSTRAINT pk_chain_cell PRIMARY KEY (place, cell)
) STRICT, WITHOUT ROWID;

INSERT INTO chain_cell (place, cell)
SELECT DISTINCT u.place, l.cell
FROM chain_unit AS u
INNER JOIN location AS l ON l.unit_no = u.unit_no AND l.place & u.places <> 0;

CREATE TABLE cell_group ( -- Reference: cells of a unit as bits
    unit_no INTEGER NOT NULL, -- The unit, 1 to 27; in variants up to 54
    places INTEGER NOT NULL, -- The cells, the sum of their location.place
    group_no INTEGER NOT NULL, -- Number of the set of cells, the smallest unit_no * 1000 + places of the units that hold them
    low BIGINT NOT NULL, -- The bits of the cells in rows 1 to 5
    high BIGINT NOT NULL, -- The bits of the cells in rows 6 to 9
    seen_low BIGINT NOT NULL, -- The bits of the cells in rows 1 to 5 that see all of them
    seen_high BIGINT NOT NULL, -- The bits of the cells in rows 6 to 9 that see all of them
    CONSTRAINT pk_cell_group PRIMARY KEY (unit_no, places)
) STRICT, WITHOUT ROWID;

ANALYZE location; -- @postgres

-- third has every set of cells of a third of a unit, also the empty one. Three of these make a set of the unit, here in the order
-- of the key. Cells that two units hold are a single cell, or cells of an intersection, whose sets are in common.
WITH RECURSIVE third (unit_no, third, places, low, high, seen_low, seen_high) AS (
    SELECT u.unit_no, t.digit, 0, CAST(0 AS BIGINT), CAST(0 AS BIGINT), CAST(-1 AS BIGINT), CAST(-1 AS BIGINT)
    FROM unit_name AS u
    INNER JOIN token AS t ON t.digit <= 3
    UNION ALL
    SELECT g.unit_no, g.third, g.places + l.place, g.low + c.low, g.high + c.high,
        g.seen_low & c.peers_low, g.seen_high & c.peers_high
    FROM third AS g
    INNER JOIN location AS l ON l.unit_no = g.unit_no AND (l.position + 2) / 3 = g.third AND l.place > g.places
    INNER JOIN cell_bit AS c ON c.cell = l.cell
    ORDER BY 1, 2, 3 -- @sqlite
),
common (unit_no, places, meeting, last_place, low, high) AS (
    SELECT l.unit_no, l.place, COALESCE(i.places, 0), l.place, c.low, c.high
    FROM location AS l
    INNER JOIN cell_bit AS c ON c.cell = l.cell
    LEFT JOIN intersection AS i ON i.unit_no = l.unit_no AND i.places & l.place <> 0
    UNION ALL
    SELECT g.unit_no, g.places + l.place, g.meeting, l.place, g.low + c.low, g.high + c.high
    FROM common AS g
    INNER JOIN location AS l ON l.unit_no = g.unit_no AND l.place & g.meeting <> 0 AND l.place > g.last_place
    INNER JOIN cell_bit AS c ON c.cell = l.cell
),
shared AS (
    SELECT t.low, t.high, MIN(t.unit_no * 1000 + t.places) AS group_no
    FROM common AS t
    GROUP BY t.low, t.high
)
INSERT INTO cell_group (unit_no, places, group_no, low, high, seen_low, seen_high)
SELECT a.unit_no, a.places + b.places + c.places, COALESCE(s.group_no, a.unit_no * 1000 + a.places + b.places + c.places),
    a.low + b.low + c.low, a.high + b.high + c.high,
    a.seen_low & b.seen_low & c.seen_low, a.seen_high & b.seen_high & c.seen_high
FROM third AS c
CROSS JOIN third AS b
CROSS JOIN third AS a
LEFT JOIN shared AS s ON s.low = a.low + b.low + c.low AND s.high = a.high + b.high + c.high
WHERE c.third = 3
    AND b.unit_no = c.unit_no
    AND b.third = 2
    AND a.unit_no = c.unit_no
    AND a.third = 1
    AND a.places + b.places + c.places > 0;

CREATE UNIQUE INDEX cell_group_number ON cell_group (group_no, unit_no, places);

CREATE TABLE chain_set ( -- Reference for chains: sets of two to eight cells of a unit by size, at most 14999, the smaller ones
    set_no INTEGER NOT NULL, -- Number of the set; a smaller set has a smaller number -- @sqlite
    set_no BIGINT GENERATED BY DEFAULT AS IDENTITY, -- Number of the set; a smaller set has a smaller number -- @postgres
    group_no INTEGER NOT NULL, -- The cells, as in cell_group
    CONSTRAINT pk_chain_set PRIMARY KEY (set_no)
) STRICT;

INSERT INTO chain_set (group_no)
SELECT g.group_no
FROM cell_group AS g
INNER JOIN combination AS s ON s.combination_id = g.places AND s.size BETWEEN 2 AND 8
WHERE g.group_no = g.unit_no * 1000 + g.places
ORDER BY s.size, g.group_no
LIMIT 14999;

CREATE UNIQUE INDEX chain_set_group ON chain_set (group_no);
