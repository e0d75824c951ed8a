-- +goose Up
-- The state of unfinished puzzles in the forms that the techniques read. The solver has temporary tables of the same names,
-- which hide these views.

CREATE VIEW candidate_mask AS
SELECT c.puzzle_id, c.cell, l.cell_name, CAST(SUM(t.mask) AS BIGINT) AS mask
FROM candidate AS c
INNER JOIN token AS t ON t.digit = c.digit
INNER JOIN location_wide AS l ON l.cell = c.cell
GROUP BY c.puzzle_id, c.cell, l.cell_name;

-- The unfinished puzzles with open cells that have no candidates yet. sql/fill_candidates.sql makes them.
CREATE VIEW unfilled_puzzle AS
SELECT z.puzzle_id
FROM puzzle AS z
WHERE z.status IN ('new', 'stuck')
    AND NOT EXISTS (SELECT 1 FROM candidate AS c WHERE c.puzzle_id = z.puzzle_id)
    AND (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = z.puzzle_id) < 81;

-- A technique looks for every unfinished puzzle. If a puzzle has no candidates, the statement fails, and its error says what
-- to do.
CREATE VIEW pass AS
SELECT z.puzzle_id, t.name AS technique, t.size, 0 AS skip_complements
FROM puzzle AS z
CROSS JOIN technique AS t
WHERE z.status IN ('new', 'stuck')
    AND CASE
        WHEN NOT EXISTS (SELECT 1 FROM unfilled_puzzle AS u WHERE u.puzzle_id = z.puzzle_id) THEN 1
        ELSE JSON_EXTRACT('{}', 'puzzle ' || z.puzzle_id || ' has no candidates, read sql/fill_candidates.sql first') -- @sqlite
        ELSE CAST('puzzle ' || z.puzzle_id || ' has no candidates, read sql/fill_candidates.sql first' AS INTEGER) -- @postgres
    END = 1;

CREATE VIEW unit_state AS
SELECT z.puzzle_id, u.unit_no, CAST(a.combination_id - COALESCE(SUM(CASE WHEN c.digit IS NOT NULL THEN l.place END), 0) AS INTEGER) AS open_places,
    CAST(a.mask - COALESCE(SUM(t.mask), 0) AS BIGINT) AS missing
FROM puzzle AS z
CROSS JOIN combination AS a
CROSS JOIN unit_name AS u
INNER JOIN location AS l ON l.unit_no = u.unit_no
LEFT JOIN cell AS c ON c.puzzle_id = z.puzzle_id AND c.cell = l.cell
LEFT JOIN token AS t ON t.digit = c.digit
WHERE z.status IN ('new', 'stuck') AND a.size = 9
GROUP BY z.puzzle_id, u.unit_no, a.combination_id, a.mask;

CREATE VIEW place_mask AS
SELECT c.puzzle_id, l.unit_no, c.digit, CAST(SUM(l.place) AS INTEGER) AS places
FROM candidate AS c
INNER JOIN location AS l ON l.cell = c.cell
GROUP BY c.puzzle_id, l.unit_no, c.digit;

-- Relations that many techniques share. The solver has temporary tables of the same names, which hide these views. It fills
-- each of them once for all puzzles that a technique looks at.

-- The candidates, by digit.
CREATE VIEW pencil_mark AS
SELECT c.puzzle_id, c.digit, c.cell
FROM candidate AS c;

-- The filled cells without the givens.
CREATE VIEW placed_cell AS
SELECT c.puzzle_id, c.cell, c.digit
FROM cell AS c
WHERE c.rule <> 'given';

-- A cell with two candidates has two rows, one for each of them as digit. In this form SQLite makes one list of them with
-- an index for a statement, instead of looking at all candidates for each row.
CREATE VIEW bivalue_cell AS
SELECT c.puzzle_id, c.cell, MIN(c.digit) AS digit, MAX(c.digit) AS other
FROM candidate AS c
GROUP BY c.puzzle_id, c.cell
HAVING COUNT(*) = 2
UNION ALL
SELECT c.puzzle_id, c.cell, MAX(c.digit), MIN(c.digit)
FROM candidate AS c
GROUP BY c.puzzle_id, c.cell
HAVING COUNT(*) = 2;

-- A unit with two places for a digit, with the columns of place_pair for the two places.
CREATE VIEW conjugate_pair AS
SELECT m.puzzle_id, m.digit, s.unit_type, s.unit_no, s.cell, s.other, s.row_set, s.column_set, s.box_set,
    s.cell_row, s.cell_column, s.cell_box
FROM place_mask AS m
INNER JOIN place_pair AS s ON s.unit_no = m.unit_no AND s.places = m.places;

-- A unit with two places for a digit has two rows, from each place to the other. One of the two holds the digit.
CREATE VIEW strong_link AS
SELECT m.puzzle_id, m.digit, a.cell, b.cell AS other, m.unit_no
FROM place_mask AS m
CROSS JOIN combination AS s
CROSS JOIN location AS a
CROSS JOIN location AS b
WHERE s.combination_id = m.places
    AND s.size = 2
    AND a.unit_no = m.unit_no
    AND a.place & m.places <> 0
    AND b.unit_no = m.unit_no
    AND b.place & m.places <> 0
    AND b.cell <> a.cell;

-- Two strong links of a digit whose near places share a third unit, between_no. That unit has the digit once only, so one of the
-- two far places holds it. The unit with the smaller number comes first.
CREATE VIEW linked_pair AS
SELECT a.puzzle_id, a.digit, a.unit_no, b.unit_no AS other_no, n.unit_no AS between_no, a.cell AS near, b.cell AS other_near,
    a.other AS far, b.other AS other_far
FROM strong_link AS a
CROSS JOIN strong_link AS b
CROSS JOIN peer AS q
CROSS JOIN location AS n
CROSS JOIN location AS m
WHERE b.puzzle_id = a.puzzle_id
    AND b.digit = a.digit
    AND b.unit_no > a.unit_no
    AND q.cell = a.cell
    AND q.peer = b.cell
    AND n.cell = a.cell
    AND n.unit_no NOT IN (a.unit_no, b.unit_no)
    AND m.cell = b.cell
    AND m.unit_no = n.unit_no
    AND NOT EXISTS (SELECT 1 FROM location AS f WHERE f.unit_no = n.unit_no AND f.cell IN (a.other, b.other));

-- An open cell in each of its units. third is the third of the unit in which it lies, 1 to 3, and box_place is its place in
-- its box.
CREATE VIEW unit_cell AS
SELECT m.puzzle_id, l.unit_no, (l.position + 2) / 3 AS third, l.place, b.place AS box_place, m.mask
FROM candidate_mask AS m
INNER JOIN location AS l ON l.cell = m.cell
INNER JOIN location AS b ON b.cell = m.cell AND b.unit_type = 'box';

-- Every set of open cells of a third of a unit, also the empty set, also of a unit whose cells are all filled. A set of cells of
-- the unit consists of three of these, one from each third. Joining three of them is quicker than adding cell by cell.
-- @sqlite begin
CREATE VIEW unit_third AS
WITH RECURSIVE gathered (puzzle_id, unit_no, third, places, box_places, size, mask) AS (
    SELECT c.puzzle_id, n.unit_no, t.digit, 0, 0, 0, CAST(0 AS BIGINT)
    FROM (SELECT DISTINCT u.puzzle_id FROM unit_cell AS u) AS c
    CROSS JOIN unit_name AS n
    CROSS JOIN token AS t
    WHERE t.digit <= 3
    UNION ALL
    SELECT g.puzzle_id, g.unit_no, g.third, g.places + c.place, g.box_places + c.box_place, g.size + 1, g.mask | c.mask
    FROM gathered AS g
    CROSS JOIN unit_cell AS c
    WHERE c.puzzle_id = g.puzzle_id AND c.unit_no = g.unit_no AND c.third = g.third AND c.place > g.places
)
SELECT puzzle_id, unit_no, third, places, box_places, size, mask
FROM gathered;
-- @sqlite end

-- @postgres begin
-- Citus runs a recursive statement on one shard only.
CREATE VIEW unit_third AS
SELECT a.puzzle_id, n.unit_no, t.digit AS third, 0 AS places, 0 AS box_places, 0 AS size, CAST(0 AS BIGINT) AS mask
FROM (SELECT DISTINCT u.puzzle_id FROM unit_cell AS u) AS a
CROSS JOIN unit_name AS n
CROSS JOIN token AS t
WHERE t.digit <= 3
UNION ALL
SELECT a.puzzle_id, a.unit_no, a.third, a.place, a.box_place, 1, a.mask
FROM unit_cell AS a
UNION ALL
SELECT a.puzzle_id, a.unit_no, a.third, a.place + b.place, a.box_place + b.box_place, 2, a.mask | b.mask
FROM unit_cell AS a
INNER JOIN unit_cell AS b ON b.puzzle_id = a.puzzle_id AND b.unit_no = a.unit_no AND b.third = a.third AND b.place > a.place
UNION ALL
SELECT a.puzzle_id, a.unit_no, a.third, a.place + b.place + c.place, a.box_place + b.box_place + c.box_place, 3, a.mask | b.mask | c.mask
FROM unit_cell AS a
INNER JOIN unit_cell AS b ON b.puzzle_id = a.puzzle_id AND b.unit_no = a.unit_no AND b.third = a.third AND b.place > a.place
INNER JOIN unit_cell AS c ON c.puzzle_id = b.puzzle_id AND c.unit_no = b.unit_no AND c.third = b.third AND c.place > b.place;
-- @postgres end

-- The sets of cells of one unit with one digit more than cells. MATERIALIZED keeps both databases from making the sets
-- again for each row that a technique joins them to, here and in the next two views. PostgreSQL knows the number of rows of
-- unit_third, but not of its copy, so it makes no copy.
CREATE VIEW almost_locked_set AS
WITH third AS MATERIALIZED ( -- @sqlite
WITH third AS NOT MATERIALIZED ( -- @postgres
    SELECT u.puzzle_id, u.unit_no, u.third, u.places, u.size, u.mask
    FROM unit_third AS u
),
found AS MATERIALIZED (
    SELECT a.puzzle_id, s.group_no AS als_no, a.unit_no, s.places, a.size + b.size + c.size AS size, a.mask | b.mask | c.mask AS mask
    FROM third AS a
    CROSS JOIN third AS b
    CROSS JOIN third AS c
    CROSS JOIN cell_group AS s
    WHERE a.third = 1
        AND b.puzzle_id = a.puzzle_id
        AND b.unit_no = a.unit_no
        AND b.third = 2
        AND c.puzzle_id = a.puzzle_id
        AND c.unit_no = a.unit_no
        AND c.third = 3
        AND (a.mask | b.mask | c.mask) % 15 = a.size + b.size + c.size + 1
        AND s.unit_no = a.unit_no
        AND s.places = a.places + b.places + c.places
        AND s.group_no = a.unit_no * 1000 + a.places + b.places + c.places
)
SELECT puzzle_id, als_no, unit_no, places, size, mask
FROM found;

-- The digits of these sets, with the cells of the set that have the digit (low, high) and the other candidates of the digit
-- that see all of them (victims_low, victims_high), if there are any.
CREATE VIEW als_digit AS
WITH digit_cells AS (
    SELECT d.puzzle_id, d.digit, CAST(SUM(g.low) AS BIGINT) AS low, CAST(SUM(g.high) AS BIGINT) AS high
    FROM place_mask AS d
    CROSS JOIN unit_name AS u
    CROSS JOIN cell_group AS g
    WHERE u.unit_no = d.unit_no AND u.unit_type = 'row' AND g.unit_no = d.unit_no AND g.places = d.places
    GROUP BY d.puzzle_id, d.digit
),
found AS MATERIALIZED (
    SELECT a.puzzle_id, a.als_no, d.digit, g.group_no, a.size, a.mask, g.low, g.high,
        g.seen_low & c.low AS victims_low, g.seen_high & c.high AS victims_high
    FROM almost_locked_set AS a
    CROSS JOIN place_mask AS d
    CROSS JOIN cell_group AS g
    CROSS JOIN digit_cells AS c
    WHERE d.puzzle_id = a.puzzle_id
        AND d.unit_no = a.unit_no
        AND d.places & a.places <> 0
        AND g.unit_no = d.unit_no
        AND g.places = d.places & a.places
        AND c.puzzle_id = d.puzzle_id
        AND c.digit = d.digit
        AND (g.seen_low & c.low <> 0 OR g.seen_high & c.high <> 0)
)
SELECT puzzle_id, als_no, digit, group_no, size, mask, low, high, victims_low, victims_high
FROM found;

-- A digit of such a set once for every unit that holds all its cells and a victim besides.
CREATE VIEW als_place AS
WITH found AS MATERIALIZED (
    SELECT a.puzzle_id, a.digit, g.unit_no, a.als_no, g.places, a.group_no, a.size, a.mask
    FROM als_digit AS a
    CROSS JOIN cell_group AS g
    CROSS JOIN place_mask AS d
    WHERE g.group_no = a.group_no
        AND d.puzzle_id = a.puzzle_id
        AND d.unit_no = g.unit_no
        AND d.digit = a.digit
        AND d.places <> g.places
)
SELECT puzzle_id, digit, unit_no, als_no, places, group_no, size, mask
FROM found;

-- +goose Down
DROP VIEW als_place;
DROP VIEW als_digit;
DROP VIEW almost_locked_set;
DROP VIEW unit_third;
DROP VIEW unit_cell;
DROP VIEW linked_pair;
DROP VIEW strong_link;
DROP VIEW conjugate_pair;
DROP VIEW bivalue_cell;
DROP VIEW placed_cell;
DROP VIEW pencil_mark;
DROP VIEW place_mask;
DROP VIEW unit_state;
DROP VIEW pass;
DROP VIEW unfilled_puzzle;
DROP VIEW candidate_mask;
