-- The board as tables. No later file computes geometry. They all join these tables.

CREATE TABLE variant ( -- A board; a puzzle names its board
    variant TEXT NOT NULL, -- Its name
    title TEXT NOT NULL, -- Its name for people
    size INTEGER NOT NULL, -- Number of digits, and of cells in a unit
    CONSTRAINT pk_variant PRIMARY KEY (variant),
    CONSTRAINT ck_variant_size CHECK (size BETWEEN 4 AND 9)
) STRICT, WITHOUT ROWID;

INSERT INTO variant (variant, title, size)
VALUES ('classic', 'Sudoku', 9);

-- The characters of a puzzle text, the digit of each, and the mask of the digit. Masks are base 16: digit d is 16^(d-1). So
-- the SUM of the masks of a unit counts all nine digits at once, one hexadecimal place for each.
CREATE TABLE token ( -- A character of a puzzle and its digit
    character TEXT NOT NULL, -- The character in a puzzle
    digit INTEGER, -- 1 to 9, null for an empty cell
    mask BIGINT, -- 16^(digit - 1), so that a sum of masks is a set of digits, or counts each of them
    CONSTRAINT pk_token PRIMARY KEY (character),
    CONSTRAINT ck_token_digit CHECK (digit BETWEEN 1 AND 9)
) STRICT, WITHOUT ROWID;

INSERT INTO token (character, digit, mask)
VALUES ('.', NULL, NULL), ('1', 1, 1), ('2', 2, 16), ('3', 3, 256), ('4', 4, 4096), ('5', 5, 65536),
    ('6', 6, 1048576), ('7', 7, 16777216), ('8', 8, 268435456), ('9', 9, 4294967296);

CREATE UNIQUE INDEX token_mask ON token (mask, digit);
CREATE UNIQUE INDEX token_digit ON token (digit, mask);

CREATE TABLE location_wide ( -- A cell with its row, column and box
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    row_no INTEGER NOT NULL, -- 1 to 9
    column_no INTEGER NOT NULL, -- 1 to 9
    box_no INTEGER NOT NULL, -- 1 to 9, row by row
    cell_name TEXT NOT NULL, -- The name of the cell, such as r4c5
    CONSTRAINT pk_location_wide PRIMARY KEY (cell)
) STRICT;

INSERT INTO location_wide (cell, row_no, column_no, box_no, cell_name)
SELECT r.digit * 10 + c.digit, r.digit, c.digit, (r.digit - 1) / 3 * 3 + (c.digit - 1) / 3 + 1, 'r' || r.digit || 'c' || c.digit
FROM token AS r
CROSS JOIN token AS c
WHERE r.digit IS NOT NULL AND c.digit IS NOT NULL;

CREATE TABLE location ( -- A cell in a unit; each cell has three rows
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    unit_type TEXT NOT NULL, -- row, column or box
    unit INTEGER NOT NULL, -- 1 to 9, boxes row by row
    unit_no INTEGER NOT NULL, -- 1 to 27, rows, then columns, then boxes
    position INTEGER NOT NULL, -- Position of the cell in the unit, 1 to 9
    place INTEGER NOT NULL, -- 2^(position - 1), so that a sum of places is a set of positions
    CONSTRAINT pk_location PRIMARY KEY (cell, unit_no),
    CONSTRAINT ck_location_unit_type CHECK (unit_type IN ('row', 'column', 'box'))
) STRICT, WITHOUT ROWID;

INSERT INTO location (cell, unit_type, unit, unit_no, position, place)
SELECT cell, 'row', row_no, row_no, column_no, 1 << (column_no - 1)
FROM location_wide
UNION ALL
SELECT cell, 'column', column_no, 9 + column_no, row_no, 1 << (row_no - 1)
FROM location_wide
UNION ALL
SELECT cell, 'box', box_no, 18 + box_no, (row_no - 1) % 3 * 3 + (column_no - 1) % 3 + 1,
    1 << ((row_no - 1) % 3 * 3 + (column_no - 1) % 3)
FROM location_wide;

CREATE UNIQUE INDEX location_unit ON location (unit_no, place, cell, position);

CREATE TABLE unit_name ( -- The 27 units by number
    unit_no INTEGER NOT NULL, -- 1 to 27, rows, then columns, then boxes
    unit_type TEXT NOT NULL, -- row, column or box
    unit INTEGER NOT NULL, -- 1 to 9, boxes row by row
    singleton INTEGER NOT NULL, -- The unit as a set of one line or box, 2^(unit - 1)
    CONSTRAINT pk_unit_name PRIMARY KEY (unit_no)
) STRICT;

INSERT INTO unit_name (unit_no, unit_type, unit, singleton)
SELECT DISTINCT unit_no, unit_type, unit, 1 << (unit - 1)
FROM location;

CREATE TABLE peer ( -- Two cells that share a unit
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    peer INTEGER NOT NULL, -- A cell that shares a unit with it
    CONSTRAINT pk_peer PRIMARY KEY (cell, peer)
) STRICT, WITHOUT ROWID;

INSERT INTO peer (cell, peer)
SELECT DISTINCT a.cell, b.cell
FROM location AS a
INNER JOIN location AS b ON b.unit_no = a.unit_no AND b.cell <> a.cell;

-- Every set of 1 to 9 members. The members are digits for a naked subset, positions for a hidden subset, and line numbers
-- for a fish.
CREATE TABLE combination ( -- A set of 1 to 9 digits, or of places in a unit
    combination_id INTEGER NOT NULL, -- The set in binary: member m is 2^(m - 1)
    size INTEGER NOT NULL, -- Number of digits, 1 to 9
    mask BIGINT NOT NULL, -- Sum of the masks of its digits
    display TEXT NOT NULL, -- The set as text, such as 1.3......
    members TEXT NOT NULL, -- Its digits, such as 1,3
    CONSTRAINT pk_combination PRIMARY KEY (combination_id),
    CONSTRAINT ck_combination_size CHECK (size BETWEEN 1 AND 9)
) STRICT;

CREATE TABLE combination_member ( -- A member of a set
    combination_id INTEGER NOT NULL, -- The set
    member INTEGER NOT NULL, -- A member of the set, 1 to 9: a digit, place or line
    ordinal INTEGER NOT NULL, -- Position of the member in the set, from 1
    CONSTRAINT pk_combination_member PRIMARY KEY (combination_id, member)
) STRICT, WITHOUT ROWID;

WITH RECURSIVE built (combination_id, size, mask, display, members, last_digit) AS (
    SELECT 0, 0, CAST(0 AS BIGINT), CAST('' AS TEXT), CAST('' AS TEXT), 0
    UNION ALL
    SELECT b.combination_id + v.taken * (1 << (t.digit - 1)), b.size + v.taken, b.mask + v.taken * t.mask,
        b.display || CASE v.taken WHEN 1 THEN t.character ELSE '.' END,
        CASE WHEN v.taken = 0 THEN b.members WHEN b.size = 0 THEN t.character ELSE b.members || ',' || t.character END,
        t.digit
    FROM built AS b
    INNER JOIN token AS t ON t.digit = b.last_digit + 1
    CROSS JOIN (SELECT 0 AS taken UNION ALL SELECT 1) AS v
)
INSERT INTO combination (combination_id, size, mask, display, members)
SELECT combination_id, size, mask, display, members
FROM built
WHERE last_digit = 9 AND size > 0;

CREATE UNIQUE INDEX combination_mask ON combination (mask, size);
CREATE INDEX combination_size ON combination (size);

INSERT INTO combination_member (combination_id, member, ordinal)
SELECT c.combination_id, t.digit, COALESCE(o.size, 0) + 1
FROM combination AS c
INNER JOIN token AS t ON c.mask & t.mask <> 0
LEFT JOIN combination AS o ON o.combination_id = c.combination_id & (1 << (t.digit - 1)) - 1;

-- Subsets and fish are found by joining this table.
CREATE TABLE superset ( -- Sets of digits and the sets that contain them
    combination_id INTEGER NOT NULL, -- A set of 1 to 8 members
    size INTEGER NOT NULL, -- Size of the larger set, up to 8
    superset_id INTEGER NOT NULL, -- A set of this size that contains it, or the set itself
    CONSTRAINT pk_superset PRIMARY KEY (combination_id, size, superset_id)
) STRICT, WITHOUT ROWID;

-- A pair of sets of 9 members is one of members 1 to 5, and one of members 6 to 9.
WITH part AS (
    SELECT 0 AS id, 0 AS size
    UNION ALL
    SELECT c.combination_id, c.size
    FROM combination AS c
    WHERE c.combination_id < 32
),
pair AS (
    SELECT a.id AS small, b.id AS large, b.size
    FROM part AS a
    INNER JOIN part AS b ON b.id & a.id = a.id
)
INSERT INTO superset (combination_id, size, superset_id)
SELECT b.small * 32 + a.small, b.size + a.size, b.large * 32 + a.large
FROM pair AS b
CROSS JOIN pair AS a
WHERE b.large < 16 AND b.small + a.small > 0 AND b.size + a.size < 9
ORDER BY 1, 2, 3;

CREATE TABLE intersection ( -- The three cells in which a box and a line meet, once from the box and once from the line
    unit_no INTEGER NOT NULL, -- A line or a box
    other_no INTEGER NOT NULL, -- A box or a line that crosses it
    places INTEGER NOT NULL, -- The three common cells as places of unit_no
    other_places INTEGER NOT NULL, -- The same cells as places of other_no
    CONSTRAINT pk_intersection PRIMARY KEY (unit_no, other_no)
) STRICT, WITHOUT ROWID;

INSERT INTO intersection (unit_no, other_no, places, other_places)
SELECT a.unit_no, b.unit_no, SUM(a.place), SUM(b.place)
FROM location AS a
INNER JOIN location AS b ON b.cell = a.cell
WHERE (a.unit_type = 'box') <> (b.unit_type = 'box')
GROUP BY a.unit_no, b.unit_no;
