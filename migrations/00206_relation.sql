-- Marks: BIGINT, @sqlite, @postgres, @relation. migrations/embed.go says what they mean; setdoku migrate sql prints the text without them.
-- The state of unfinished puzzles in the forms that the techniques read. The solver has temporary tables of the same names,
-- which hide these views.

CREATE VIEW candidate_mask ( -- All pencil marks of a cell as one set
    puzzle_id,
    cell, cell_name,
    mask -- Sum of the masks of its candidates
) AS
SELECT c.puzzle_id, c.cell, l.cell_name, CAST(SUM(t.mask) AS BIGINT)
FROM candidate AS c
INNER JOIN token AS t ON t.digit = c.digit
INNER JOIN location_wide AS l ON l.cell = c.cell
GROUP BY c.puzzle_id, c.cell, l.cell_name;

CREATE VIEW unfilled_puzzle ( -- An unfinished puzzle of classic with open cells and without candidates; sql/fill_candidates.sql makes them
    puzzle_id
) AS
SELECT z.puzzle_id
FROM puzzle AS z
WHERE z.status IN ('new', 'stuck')
    AND z.variant = 'classic'
    AND NOT EXISTS (SELECT 1 FROM candidate AS c WHERE c.puzzle_id = z.puzzle_id)
    AND (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = z.puzzle_id) < 81;

-- A technique looks for every unfinished puzzle. If a puzzle has no candidates, the statement fails, and the error names
-- the remedy. SQLite has RAISE only in triggers, which a SELECT does not run. So the remedy is a wrong path of JSON there, and the
-- error adds some words before it.
CREATE VIEW pass_all ( -- Every technique in every unfinished puzzle of classic
    puzzle_id,
    technique, -- Name of the technique to look for
    size, -- Size of its subset or fish, as in technique
    skip_complements, -- 1 if larger patterns whose complement is a smaller pattern may be left out, else 0
    tier -- As in technique
) AS
SELECT z.puzzle_id, t.name, t.size, 0, t.tier
FROM puzzle AS z
CROSS JOIN technique AS t
WHERE z.status IN ('new', 'stuck')
    AND z.variant = 'classic'
    AND CASE
        WHEN NOT EXISTS (SELECT 1 FROM unfilled_puzzle AS u WHERE u.puzzle_id = z.puzzle_id) THEN 1
        ELSE JSON_EXTRACT('{}', 'puzzle ' || z.puzzle_id || ' has no candidates, read sql/fill_candidates.sql first') -- @sqlite
        ELSE CAST('puzzle ' || z.puzzle_id || ' has no candidates, read sql/fill_candidates.sql first' AS INTEGER) -- @postgres
    END = 1;

CREATE VIEW pass ( -- The puzzles and techniques for technique files to search: as pass_all, without puzzles in which an easier technique has a deduction
    puzzle_id, technique, size, skip_complements
) AS
SELECT p.puzzle_id, p.technique, p.size, p.skip_complements
FROM pass_all AS p
WHERE NOT EXISTS (
    SELECT 1
    FROM deduction AS d
    INNER JOIN technique AS t ON t.name = d.technique
    WHERE d.puzzle_id = p.puzzle_id AND t.tier < p.tier
);

CREATE VIEW unit_state ( -- Open places and missing digits of the units of unfinished puzzles
    puzzle_id,
    unit_no, -- The unit, 1 to 27
    open_places, -- Its open places, the sum of their location.place
    missing -- The digits that it does not hold yet, the sum of their token.mask
) AS
SELECT z.puzzle_id, u.unit_no, CAST(a.places - COALESCE(SUM(CASE WHEN c.digit IS NOT NULL THEN l.place END), 0) AS INTEGER),
    CAST(a.mask - COALESCE(SUM(t.mask), 0) AS BIGINT)
FROM puzzle AS z
CROSS JOIN pass_variant AS a
CROSS JOIN unit_name AS u
INNER JOIN location AS l ON l.unit_no = u.unit_no
LEFT JOIN cell AS c ON c.puzzle_id = z.puzzle_id AND c.cell = l.cell
LEFT JOIN token AS t ON t.digit = c.digit
WHERE z.status IN ('new', 'stuck')
GROUP BY z.puzzle_id, u.unit_no, a.places, a.mask;

CREATE VIEW place_mask ( -- The places of a digit in a unit as one set
    puzzle_id, unit_no,
    digit, -- A digit that the unit misses
    places -- Where the digit is a candidate, the sum of location.place
) AS
SELECT c.puzzle_id, l.unit_no, c.digit, CAST(SUM(l.place) AS INTEGER)
FROM candidate AS c
INNER JOIN location AS l ON l.cell = c.cell
GROUP BY c.puzzle_id, l.unit_no, c.digit;

CREATE VIEW pencil_mark ( -- For techniques: candidates in the order digit, cell
    puzzle_id,
    digit, -- A candidate of the cell, 1 to 9
    cell
) AS
SELECT c.puzzle_id, c.digit, c.cell
FROM candidate AS c;

CREATE VIEW placed_cell ( -- For techniques: filled cells that are not given
    puzzle_id, cell,
    digit -- The digit, 1 to 9
) AS
SELECT c.puzzle_id, c.cell, c.digit
FROM cell AS c
WHERE c.rule <> 'given';

-- @relation bivalue_cell
-- @relation conjugate_pair
-- @relation strong_link
-- @relation link_end
-- @relation linked_pair
-- @relation unit_cell
-- @relation unit_third

-- The sets of cells of one unit with one digit more than cells. MATERIALIZED keeps both databases from making the sets
-- again for each row that a technique joins them to. PostgreSQL knows the number of rows of
-- unit_third, but not of its copy, so it makes no copy.
CREATE VIEW almost_locked_set ( -- For techniques: sets of cells of a unit with one more digit than cells
    puzzle_id,
    als_no, -- Number of the set, the group_no of its cells
    unit_no, places, size, mask
) AS
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

-- @relation als_digit
-- @relation als_place
-- @relation junior_exocet
