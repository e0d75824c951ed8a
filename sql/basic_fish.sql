-- @technique x_wing swordfish jellyfish basic_fish
-- @idea Some lines of one kind, as many as size says, have all their places for a
--   digit within just as many lines of the other kind. The base lines use up the
--   cover lines, so the digit leaves the rest of the cover lines. It is the hidden
--   subset once more, with lines in the place of digits. Every line is joined to all
--   sets of size crossing lines that hold its places, and a set that meets exactly
--   size lines is a fish.
-- @source Common knowledge among players, named by size.
-- @reads pass, place_mask, unit_name, combination, combination_member, superset, location, deduction
-- @writes deduction, one elimination for each cell and digit, and deduction_evidence
-- @key type of the base lines (1 rows, 2 columns), digit, base lines, cover lines
--   (((type * 10 + digit) * 1000 + base) * 1000 + cover)
-- @cost the lines with at most size places for a digit, times the sets that hold them
-- @sizes basic_fish 1 easy 14 33, basic_fish 5 hard 170 161, basic_fish 6 hard 180 162, basic_fish 7 hard 190 163,
--   basic_fish 8 hard 200 164

-- The open lines that are no cover of a fish are a fish themselves with the same eliminations. So when
-- smaller fish have been tried, pass.half, a digit wants at least twice as many open lines as size.
WITH open_digit AS (
    SELECT p.puzzle_id, p.size, d.digit
    FROM pass AS p
    CROSS JOIN unit_name AS u
    CROSS JOIN place_mask AS d
    WHERE p.technique IN ('x_wing', 'swordfish', 'jellyfish', 'basic_fish')
        AND u.unit_type = 'row'
        AND d.puzzle_id = p.puzzle_id
        AND d.unit_no = u.unit_no
    GROUP BY p.puzzle_id, p.size, p.half, d.digit
    HAVING COUNT(*) >= 2 * p.size * p.half
),
line_in_set AS (
    SELECT ((d.puzzle_id * 10 + d.digit) * 2 + CASE u.unit_type WHEN 'row' THEN 0 ELSE 1 END) * 512 + s.superset_id AS fish_key,
        u.singleton, s.size
    FROM open_digit AS o
    CROSS JOIN unit_name AS u
    CROSS JOIN place_mask AS d
    CROSS JOIN combination AS c
    CROSS JOIN superset AS s
    WHERE u.unit_type <> 'box'
        AND d.puzzle_id = o.puzzle_id
        AND d.unit_no = u.unit_no
        AND d.digit = o.digit
        AND c.combination_id = d.places
        AND c.size <= o.size
        AND s.combination_id = c.combination_id
        AND s.size = o.size
),
fish AS (
    SELECT fish_key / 10240 AS puzzle_id, fish_key / 1024 % 10 AS digit,
        CASE fish_key / 512 % 2 WHEN 0 THEN 'row' ELSE 'column' END AS unit_type,
        fish_key % 512 AS cover, MIN(size) AS size, CAST(SUM(singleton) AS BIGINT) AS base
    FROM line_in_set
    GROUP BY fish_key
    HAVING COUNT(*) = MIN(size)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT f.puzzle_id, p.technique, 0, v.cell, f.digit,
    MIN(((CASE f.unit_type WHEN 'row' THEN 1 ELSE 2 END * 10 + f.digit) * 1000 + f.base) * 1000 + f.cover)
FROM fish AS f
CROSS JOIN combination_member AS c
CROSS JOIN unit_name AS u
CROSS JOIN place_mask AS l
CROSS JOIN location AS v
CROSS JOIN pass AS p
WHERE c.combination_id = f.cover
    AND u.unit = c.digit
    AND u.unit_type <> f.unit_type
    AND u.unit_type <> 'box'
    AND l.puzzle_id = f.puzzle_id
    AND l.unit_no = u.unit_no
    AND l.digit = f.digit
    AND l.places & ~f.base <> 0
    AND v.unit_no = u.unit_no
    AND v.place & l.places & ~f.base <> 0
    AND p.puzzle_id = f.puzzle_id
    AND p.size = f.size
    AND p.technique IN ('x_wing', 'swordfish', 'jellyfish', 'basic_fish')
GROUP BY f.puzzle_id, p.technique, v.cell, f.digit;

-- What each fish is made of, its lines and then the places of the digit in the base lines. These are its body.
WITH fish AS (
    SELECT DISTINCT d.puzzle_id, d.technique, d.pattern, CASE d.pattern / 10000000 WHEN 1 THEN 'row' ELSE 'column' END AS unit_type,
        d.digit, d.pattern / 1000 % 1000 AS base, d.pattern % 1000 AS cover
    FROM deduction AS d
    WHERE d.technique IN ('x_wing', 'swordfish', 'jellyfish', 'basic_fish')
),
part AS (
    SELECT f.puzzle_id, f.technique, f.pattern, CASE u.unit_type WHEN f.unit_type THEN 1 ELSE 2 END AS kind,
        CAST(NULL AS INTEGER) AS cell, f.digit, u.unit_no
    FROM fish AS f
    CROSS JOIN unit_name AS u
    WHERE u.unit_type <> 'box' AND u.singleton & CASE u.unit_type WHEN f.unit_type THEN f.base ELSE f.cover END <> 0
    UNION ALL
    SELECT f.puzzle_id, f.technique, f.pattern, 3, v.cell, f.digit, CAST(NULL AS INTEGER)
    FROM fish AS f
    CROSS JOIN unit_name AS u
    CROSS JOIN place_mask AS d
    CROSS JOIN location AS v
    WHERE u.unit_type = f.unit_type
        AND u.singleton & f.base <> 0
        AND d.puzzle_id = f.puzzle_id
        AND d.unit_no = u.unit_no
        AND d.digit = f.digit
        AND v.unit_no = u.unit_no
        AND v.place & d.places <> 0
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT puzzle_id, technique, pattern,
    ROW_NUMBER() OVER (PARTITION BY puzzle_id, technique, pattern ORDER BY kind, unit_no, cell),
    CASE kind WHEN 1 THEN 'base' WHEN 2 THEN 'cover' ELSE 'body' END, cell, digit, unit_no
FROM part;
