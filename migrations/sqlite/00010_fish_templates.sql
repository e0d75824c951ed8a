-- +goose Up
-- What fish with fins, and templates, know of the board.

-- A line and a box that it crosses, as a fish sees them: the lines of the same type through the box,
-- as a set, and those that cross them there. second_no and third_no are the other two of the type.
CREATE TABLE line_frame (
    unit_no INTEGER NOT NULL,
    box_no INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    crossing INTEGER NOT NULL,
    second_no INTEGER NOT NULL,
    third_no INTEGER NOT NULL,
    CONSTRAINT pk_line_frame PRIMARY KEY (unit_no, box_no)
) STRICT, WITHOUT ROWID;

INSERT INTO line_frame (unit_no, box_no, lines, crossing, second_no, third_no)
SELECT i.unit_no, i.other_no, SUM(u.singleton), MIN(i.places),
    MIN(CASE WHEN u.unit_no <> i.unit_no THEN u.unit_no END), MAX(CASE WHEN u.unit_no <> i.unit_no THEN u.unit_no END)
FROM intersection AS i
INNER JOIN intersection AS j ON j.unit_no = i.other_no
INNER JOIN unit_name AS u ON u.unit_no = j.other_no
INNER JOIN unit_name AS l ON l.unit_no = i.unit_no AND l.unit_type = u.unit_type
WHERE l.unit_type <> 'box'
GROUP BY i.unit_no, i.other_no;

-- The nine rows by band. weight, 1, 2^9 or 2^18, moves the places of a row into the 27 bits
-- of its band.
CREATE TABLE band_row (
    band INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    weight INTEGER NOT NULL,
    CONSTRAINT pk_band_row PRIMARY KEY (band, unit_no)
) STRICT, WITHOUT ROWID;

INSERT INTO band_row (band, unit_no, weight)
SELECT (unit_no - 1) / 3 + 1, unit_no, 1 << ((unit_no - 1) % 3 * 9)
FROM unit_name
WHERE unit_type = 'row';

-- A third of a template: where a digit stands in the three rows of a band, one place in each row and
-- in each box, 27 bits. stacks says which column of each stack it takes, one of 27 ways, as a
-- one-member set.
CREATE TABLE template_band (
    cells INTEGER NOT NULL,
    stacks INTEGER NOT NULL,
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

-- Three bands in which no column is taken twice make a template, one of 46,656. All triples of
-- stacks that go together.
CREATE TABLE template_fit (
    first_stacks INTEGER NOT NULL,
    second_stacks INTEGER NOT NULL,
    third_stacks INTEGER NOT NULL,
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

-- Work table of complex_fish. A unit that keeps candidates of a digit which the victim does not see,
-- as three bits for each, 21 to a word.
CREATE TABLE fish_unit (
    puzzle_id INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    victim INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    unit_type TEXT NOT NULL,
    unit_bit INTEGER NOT NULL,
    unit_rank INTEGER NOT NULL,
    word_1 INTEGER NOT NULL,
    word_2 INTEGER NOT NULL,
    word_3 INTEGER NOT NULL,
    CONSTRAINT pk_fish_unit PRIMARY KEY (puzzle_id, digit, victim, unit_no)
) STRICT, WITHOUT ROWID;

-- Work table of finned_fish. A fish with fins, by its base lines and its cover, and a cell that loses the digit.
CREATE TABLE finned_victim (
    puzzle_id INTEGER NOT NULL,
    size INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    unit_type TEXT NOT NULL,
    lines INTEGER NOT NULL,
    cover INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    sashimi INTEGER NOT NULL,
    CONSTRAINT pk_finned_victim PRIMARY KEY (puzzle_id, size, digit, unit_type, lines, cover, cell)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE finned_victim;
DROP TABLE fish_unit;
DROP TABLE template_fit;
DROP TABLE template_band;
DROP TABLE band_row;
DROP TABLE line_frame;
