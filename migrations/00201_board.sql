-- Marks: BIGINT, @sqlite. migrations/embed.go says what they mean; setdoku migrate sql prints the text without them.
-- Boards as tables, and the tables that are the same for all of them. A board is rows: insert a variant and its units, and the solver
-- takes puzzles on it.

CREATE TABLE variant ( -- A board; a puzzle names its board
    variant TEXT NOT NULL, -- Its name
    title TEXT NOT NULL, -- Its name for people
    size INTEGER NOT NULL, -- Number of rows and columns, of digits, and of cells in a unit, 4 to 9
    CONSTRAINT pk_variant PRIMARY KEY (variant),
    CONSTRAINT ck_variant_size CHECK (size BETWEEN 4 AND 9)
) STRICT, WITHOUT ROWID;

INSERT INTO variant (variant, title, size)
VALUES ('classic', 'Sudoku', 9), ('x', 'Diagonals', 9), ('windoku', 'Windoku', 9), ('anti-knight', 'Anti-knight', 9),
    ('anti-king', 'Anti-king', 9), ('4x4', '4x4', 4), ('6x6', '6x6', 6), ('8x8', '8x8', 8);

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

CREATE TABLE unit_number ( -- The numbers that units have in all variants, nine for each type
    unit_no INTEGER NOT NULL, -- 1 to 54
    unit_type TEXT NOT NULL, -- row, column, box, region, diagonal or window
    unit INTEGER NOT NULL, -- 1 to 9, which of its type it is
    CONSTRAINT pk_unit_number PRIMARY KEY (unit_no)
) STRICT;

INSERT INTO unit_number (unit_no, unit_type, unit)
SELECT k.type_no * 9 + t.digit, k.unit_type, t.digit
FROM (
    SELECT 0 AS type_no, 'row' AS unit_type
    UNION ALL SELECT 1, 'column'
    UNION ALL SELECT 2, 'box'
    UNION ALL SELECT 3, 'region'
    UNION ALL SELECT 4, 'diagonal'
    UNION ALL SELECT 5, 'window'
) AS k
CROSS JOIN token AS t
WHERE t.digit IS NOT NULL;

-- A variant has all its rows and columns, which give its cells. It may have nine boxes or regions, and any other units.
CREATE TABLE variant_unit ( -- A cell of a unit of a variant
    variant TEXT NOT NULL, -- The variant
    unit_no INTEGER NOT NULL, -- The unit, 1 to 54, as in unit_number
    position INTEGER NOT NULL, -- Position of the cell in the unit, from 1 to the size of the variant
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    CONSTRAINT pk_variant_unit PRIMARY KEY (variant, unit_no, position),
    CONSTRAINT fk_variant_unit_variant FOREIGN KEY (variant) REFERENCES variant (variant) ON UPDATE CASCADE ON DELETE CASCADE, -- @sqlite
    CONSTRAINT ck_variant_unit_unit_no CHECK (unit_no BETWEEN 1 AND 54),
    CONSTRAINT ck_variant_unit_position CHECK (position > 0),
    CONSTRAINT ck_variant_unit_cell CHECK (cell BETWEEN 11 AND 99 AND cell % 10 > 0)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX variant_unit_cell ON variant_unit (variant, cell, unit_no, position);

WITH shape AS (
    SELECT v.variant, v.size, CASE v.size WHEN 9 THEN 3 ELSE 2 END AS box_rows, CASE v.size WHEN 9 THEN 3 ELSE v.size / 2 END AS box_columns
    FROM variant AS v
)
INSERT INTO variant_unit (variant, unit_no, position, cell)
SELECT s.variant, r.digit, c.digit, r.digit * 10 + c.digit
FROM shape AS s
INNER JOIN token AS r ON r.digit <= s.size
INNER JOIN token AS c ON c.digit <= s.size
UNION ALL
SELECT s.variant, 9 + c.digit, r.digit, r.digit * 10 + c.digit
FROM shape AS s
INNER JOIN token AS r ON r.digit <= s.size
INNER JOIN token AS c ON c.digit <= s.size
UNION ALL
SELECT s.variant, 19 + (r.digit - 1) / s.box_rows * s.box_rows + (c.digit - 1) / s.box_columns,
    (r.digit - 1) % s.box_rows * s.box_columns + (c.digit - 1) % s.box_columns + 1, r.digit * 10 + c.digit
FROM shape AS s
INNER JOIN token AS r ON r.digit <= s.size
INNER JOIN token AS c ON c.digit <= s.size
UNION ALL
SELECT s.variant, 37, r.digit, r.digit * 11
FROM shape AS s
INNER JOIN token AS r ON r.digit <= s.size
WHERE s.variant = 'x'
UNION ALL
SELECT s.variant, 38, r.digit, r.digit * 10 + 10 - r.digit
FROM shape AS s
INNER JOIN token AS r ON r.digit <= s.size
WHERE s.variant = 'x'
UNION ALL
SELECT s.variant, 45 + w.digit, k.digit,
    ((w.digit - 1) / 2 * 4 + 2 + (k.digit - 1) / 3) * 10 + (w.digit - 1) % 2 * 4 + 2 + (k.digit - 1) % 3
FROM shape AS s
INNER JOIN token AS w ON w.digit <= 4
INNER JOIN token AS k ON k.digit <= s.size
WHERE s.variant = 'windoku';

CREATE TABLE variant_peer ( -- Two cells of a variant that cannot hold the same digit although they share no unit, in either order
    variant TEXT NOT NULL, -- The variant
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    peer INTEGER NOT NULL, -- The other cell
    CONSTRAINT pk_variant_peer PRIMARY KEY (variant, cell, peer),
    CONSTRAINT fk_variant_peer_variant FOREIGN KEY (variant) REFERENCES variant (variant) ON UPDATE CASCADE ON DELETE CASCADE, -- @sqlite
    CONSTRAINT ck_variant_peer_cell CHECK (cell BETWEEN 11 AND 99 AND cell % 10 > 0),
    CONSTRAINT ck_variant_peer_peer CHECK (peer BETWEEN 11 AND 99 AND peer % 10 > 0 AND peer <> cell)
) STRICT, WITHOUT ROWID;

-- A knight jumps over one row and two columns or two rows and one column. A king goes to a neighbor, here to a diagonal one.
INSERT INTO variant_peer (variant, cell, peer)
SELECT a.variant, a.cell, b.cell
FROM variant_unit AS a
INNER JOIN variant_unit AS b ON b.variant = a.variant AND b.unit_no BETWEEN a.unit_no - 2 AND a.unit_no + 2 AND b.unit_no <= 9
WHERE a.variant IN ('anti-knight', 'anti-king')
    AND a.unit_no <= 9
    AND ABS((b.unit_no - a.unit_no) * (b.position - a.position)) = CASE a.variant WHEN 'anti-knight' THEN 2 ELSE 1 END
    AND NOT EXISTS (
        SELECT 1
        FROM variant_unit AS u
        INNER JOIN variant_unit AS w ON w.variant = u.variant AND w.unit_no = u.unit_no AND w.cell = b.cell
        WHERE u.variant = a.variant AND u.cell = a.cell
    );

-- A rectangle has the same number in all variants. Those in two boxes of classic come first, then those with the shorter smaller side. The
-- longest of the 1296 rectangles of the largest board have no number, because patterns have three decimals for it.
CREATE TABLE rectangle ( -- Four cells in two rows and two columns
    rectangle_no INTEGER NOT NULL, -- Number of the rectangle, 1 to 999; 1 to 486 lie in two boxes of classic
    cell INTEGER NOT NULL, -- The corner top left
    opposite INTEGER NOT NULL, -- The corner bottom right
    CONSTRAINT pk_rectangle PRIMARY KEY (rectangle_no)
) STRICT;

INSERT INTO rectangle (rectangle_no, cell, opposite)
SELECT n.rectangle_no, n.cell, n.opposite
FROM (
    SELECT ROW_NUMBER() OVER (
            ORDER BY CASE WHEN ((r.digit + 2) / 3 = (s.digit + 2) / 3) <> ((c.digit + 2) / 3 = (d.digit + 2) / 3) THEN 1 ELSE 2 END,
                CASE
                    WHEN ((r.digit + 2) / 3 = (s.digit + 2) / 3) <> ((c.digit + 2) / 3 = (d.digit + 2) / 3) THEN 0
                    WHEN s.digit - r.digit < d.digit - c.digit THEN s.digit - r.digit
                    ELSE d.digit - c.digit
                END,
                r.digit, c.digit, s.digit, d.digit
        ) AS rectangle_no, r.digit * 10 + c.digit AS cell, s.digit * 10 + d.digit AS opposite
    FROM token AS r
    INNER JOIN token AS s ON s.digit > r.digit
    CROSS JOIN token AS c
    INNER JOIN token AS d ON d.digit > c.digit
    WHERE r.digit IS NOT NULL AND c.digit IS NOT NULL
) AS n
WHERE n.rectangle_no < 1000;

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

-- A pair of sets of 9 members is one of members 6 to 9 (b and d), and one of members 1 to 5 (a and c). In this order of the joins nearly
-- every row comes after the one before it in the key.
WITH part AS (
    SELECT 0 AS id, 0 AS size
    UNION ALL
    SELECT c.combination_id, c.size
    FROM combination AS c
    WHERE c.combination_id < 32
)
INSERT INTO superset (combination_id, size, superset_id)
SELECT b.id * 32 + a.id, d.size + c.size, d.id * 32 + c.id
FROM part AS b
CROSS JOIN part AS a
CROSS JOIN part AS d
CROSS JOIN part AS c
WHERE b.id < 16
    AND d.id < 16
    AND d.id & b.id = b.id
    AND c.id & a.id = a.id
    AND b.id + a.id > 0
    AND d.size + c.size < 9;
