-- @technique x_wing | X-Wing | tier 140 | hard | weight 140 | size 2 | library 0300
-- @technique swordfish | Swordfish | tier 150 | hard | weight 150 | size 3 | library 0301
-- @technique jellyfish | Jellyfish | tier 160 | hard | weight 160 | size 4 | library 0302
-- @technique basic_fish | tier 33 | easy | weight 14 | size 1 | on request
-- @technique basic_fish | tier 161 | hard | weight 170 | size 5 | on request
-- @technique basic_fish | tier 162 | hard | weight 180 | size 6 | on request
-- @technique basic_fish | tier 163 | hard | weight 190 | size 7 | on request
-- @technique basic_fish | tier 164 | hard | weight 200 | size 8 | on request
-- @family basic_fish
-- @idea Take two or more rows in which all places of a digit lie in just as many columns, for example two rows with
--   all places in two columns. Each of these rows needs the digit, and each column can give it to one of them only,
--   so the rows use up the columns. The digit is eliminated from all other cells of these columns. The same holds
--   with rows and columns exchanged.
-- @idea x_wing | In two rows all places of a digit lie in the same two columns. Each of the two rows needs the digit,
--   and each of the two columns can give it to one of them only, so the rows use up the columns. The digit is
--   eliminated from all other cells of these columns. The same holds with rows and columns exchanged.
-- @idea swordfish | In three rows all places of a digit lie in the same three columns. Each of the three rows needs
--   the digit, and each column can give it to one of them only, so the rows use up the columns. The digit is
--   eliminated from all other cells of these columns. The same holds with rows and columns exchanged.
-- @idea jellyfish | In four rows all places of a digit lie in the same four columns. Each of the four rows needs the
--   digit, and each column can give it to one of them only, so the rows use up the columns. The digit is eliminated
--   from all other cells of these columns. The same holds with rows and columns exchanged.
-- @spot x_wing | Pick a digit and mark all rows where it has just two places, then do the same with the columns. Two
--   such rows whose places lie in the same two columns make the wing.
-- @spot swordfish | Pick a digit and mark the rows where it has two or three places, and look for three of them that
--   use three columns together. No row needs all three columns, and many Swordfish have rows with two places.
-- @spot jellyfish | Pick a digit that is missing from eight or nine rows, because with fewer there is a smaller fish
--   in the columns. Look for four rows with two to four places that use four columns together, and then for four such
--   columns.
-- @how It is the hidden subset once more, in a whole grid instead of a unit, with lines in the place of digits. Every line is
--   joined to all sets of size crossing lines that hold its places for the digit. A set that meets exactly size lines is a
--   fish, which GROUP BY and COUNT find.
-- @source Common knowledge among players. The names go by size.
-- @reads pass, place_mask, unit_name, combination, combination_member, superset, location, pattern_part, pattern_member,
--   deduction, deduction_evidence
-- @writes deduction, one elimination for each cell and digit, and deduction_evidence
-- @key orientation, digit, lines base in orientation, crossings cover in orientation
-- @evidence base base digit, cover cover digit
-- @words In {{units "base"}} the {{digits "base"}} can only be in {{units "cover"}}{{namely (by_unit "base" "base")}}.
-- @words {{uses_up}}
-- @again The {{digits "base"}} of {{units "base"}} uses up {{units "cover"}}{{namely (by_unit "base" "base")}}. So {{effect}}.
-- @cost all lines with at most size places for a digit, times the sets that contain these places

-- A fish of size rows leaves the other rows of the digit with as many columns as rows. They are a fish too, with the same eliminations.
-- When all smaller fish have been tried (pass.skip_complements is 1), a digit with fewer than 2 * size open lines is left out.
WITH open_digit AS (
    SELECT p.puzzle_id, p.size, d.digit
    FROM pass AS p
    CROSS JOIN unit_name AS u
    CROSS JOIN place_mask AS d
    WHERE p.technique IN ('x_wing', 'swordfish', 'jellyfish', 'basic_fish')
        AND u.unit_type = 'row'
        AND d.puzzle_id = p.puzzle_id
        AND d.unit_no = u.unit_no
    GROUP BY p.puzzle_id, p.size, p.skip_complements, d.digit
    HAVING COUNT(*) >= 2 * p.size * p.skip_complements
),
line_in_set AS (
    SELECT d.puzzle_id, d.digit, u.unit_type, u.singleton, s.superset_id AS cover, s.size
    FROM open_digit AS o
    CROSS JOIN unit_name AS u
    CROSS JOIN place_mask AS d
    CROSS JOIN combination AS c
    CROSS JOIN superset AS s
    WHERE u.unit_type IN ('row', 'column')
        AND d.puzzle_id = o.puzzle_id
        AND d.unit_no = u.unit_no
        AND d.digit = o.digit
        AND c.combination_id = d.places
        AND c.size <= o.size
        AND s.combination_id = c.combination_id
        AND s.size = o.size
),
fish AS (
    SELECT puzzle_id, digit, unit_type, cover, MIN(size) AS size, CAST(SUM(singleton) AS BIGINT) AS base
    FROM line_in_set
    GROUP BY puzzle_id, digit, unit_type, cover
    HAVING COUNT(*) = MIN(size)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT f.puzzle_id, p.technique, 0, v.cell, f.digit,
    MIN(((CASE f.unit_type WHEN 'row' THEN 1 ELSE 2 END * 10 + f.digit) * 1000 + f.base) * 1000 + f.cover)
FROM fish AS f
CROSS JOIN combination_member AS k
CROSS JOIN unit_name AS u
CROSS JOIN place_mask AS d
CROSS JOIN location AS v
CROSS JOIN pass AS p
WHERE k.combination_id = f.cover
    AND u.unit = k.member
    AND u.unit_type <> f.unit_type
    AND u.unit_type IN ('row', 'column')
    AND d.puzzle_id = f.puzzle_id
    AND d.unit_no = u.unit_no
    AND d.digit = f.digit
    AND v.unit_no = u.unit_no
    -- A place of the digit in a cover line outside of the base lines. The position of a cell in a column is the number of its row, so
    -- base is a set of places of the column too.
    AND v.place & d.places & ~f.base <> 0
    AND p.puzzle_id = f.puzzle_id
    AND p.size = f.size
    AND p.technique IN ('x_wing', 'swordfish', 'jellyfish', 'basic_fish')
GROUP BY f.puzzle_id, p.technique, v.cell, f.digit;

-- @shared fish_evidence
INSERT INTO run_fish_evidence DEFAULT VALUES;
