-- @technique sk_loop | SK Loop | tier 574 | extreme | weight 580
-- @family exotic
-- @alias Stephen Kurzhal Loop, Virus Pattern, Easter Monster Loop
-- @idea Four filled cells are the corners of a rectangle in four boxes, and in each box the two other cells of the row and the
--   two other cells of the column of the corner are open. The eight pairs of cells are a ring, in which two neighbors share a
--   row, a column or a box. Each digit is counted once for each of the fewest of these units that have all its places in the
--   ring. If all digits together count sixteen, as many as the cells, each unit has its digit in the ring and loses it
--   everywhere else.
-- @spot Look for four givens at the corners of a rectangle, with open cells around them in their rows, columns and boxes. See
--   whether each pair of cells shares two digits with the next pair, and these are two others each time.
-- @how It is msls once more, with boxes. corner has a filled cell with the digits of its two pairs, and ring joins four. The units
--   of a ring are numbered, so a set of units, and the pairs that have a digit, are each a combination_id. Unit n holds the
--   pairs n and n + 1, so a shift of bits gives the pairs that a set of units covers.
-- @source S. Kurzhal found it in the puzzle Easter Monster, on the forum of the players.
-- @reads pass, unit_third, unit_state, location, location_wide, token, combination, combination_member, place_mask,
--   candidate_mask, ring_sector, deduction
-- @writes deduction, one elimination for each cell and digit, ring_sector, and deduction_evidence, the cells of the ring and the
--   units of digits
-- @needs boxes
-- @key rows, columns
-- @note All sixteen cells are open, and the four corners are filled. In the lists of the hardest puzzles there are no others.
-- @words {{count "locked_cell"}} open cells are a ring around four filled cells{{namely (shown "locked_cell")}}.
-- @words Each of these units holds its digits at most once in the ring{{namely (sectors)}}. That makes {{count
--   "locked_cell"}} digits at most for {{count "locked_cell"}} cells.
-- @words So each of the units has its digits in the ring, and nowhere else. Other units may also have all places of
--   one of these digits in the ring, and be as few as those named for it. Then the digit is in the ring in each of
--   these as well. So {{effect}}.
-- @cost the rectangles of filled cells with open neighbors, times nine digits, times 255 sets of units

-- Work table of sk_loop. A digit in a unit of one of the smallest sets of units that have all its places in the ring.
CREATE TEMP TABLE IF NOT EXISTS ring_sector (
    puzzle_id BIGINT NOT NULL,
    pattern BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_set INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, pattern, digit, unit_set, unit_no)
);

DELETE FROM ring_sector
WHERE puzzle_id IN (SELECT p.puzzle_id FROM pass AS p WHERE p.technique = 'sk_loop');

WITH corner AS MATERIALIZED (
    SELECT p.puzzle_id, w.row_no, w.column_no, w.box_no, h.mask AS row_mask, v.mask AS column_mask
    FROM pass AS p
    CROSS JOIN location_wide AS w
    CROSS JOIN unit_third AS h
    CROSS JOIN unit_third AS v
    CROSS JOIN unit_state AS s
    WHERE p.technique = 'sk_loop'
        AND h.puzzle_id = p.puzzle_id
        AND h.unit_no = w.row_no
        AND h.third = (w.column_no + 2) / 3
        AND h.size = 2
        AND h.places & (1 << (w.column_no - 1)) = 0
        AND v.puzzle_id = p.puzzle_id
        AND v.unit_no = w.column_no + 9
        AND v.third = (w.row_no + 2) / 3
        AND v.size = 2
        AND v.places & (1 << (w.row_no - 1)) = 0
        AND s.puzzle_id = p.puzzle_id
        AND s.unit_no = w.row_no
        AND s.open_places & (1 << (w.column_no - 1)) = 0
),
-- The corners a b above d c.
ring AS MATERIALIZED (
    SELECT a.puzzle_id, ((1 << (a.row_no - 1)) + (1 << (c.row_no - 1))) * 512 + (1 << (a.column_no - 1)) + (1 << (c.column_no - 1)) AS pattern,
        a.row_no AS upper_row, c.row_no AS lower_row, a.column_no AS left_column, c.column_no AS right_column,
        a.box_no AS box_a, b.box_no AS box_b, c.box_no AS box_c, d.box_no AS box_d, a.row_mask AS row_a, b.row_mask AS row_b,
        b.column_mask AS column_b, c.column_mask AS column_c, c.row_mask AS row_c, d.row_mask AS row_d, d.column_mask AS column_d,
        a.column_mask AS column_a
    FROM corner AS a
    INNER JOIN corner AS c ON c.puzzle_id = a.puzzle_id AND c.box_no > a.box_no
    INNER JOIN corner AS b ON b.puzzle_id = a.puzzle_id AND b.row_no = a.row_no AND b.column_no = c.column_no
    INNER JOIN corner AS d ON d.puzzle_id = a.puzzle_id AND d.row_no = c.row_no AND d.column_no = a.column_no
    WHERE c.column_no > a.column_no AND b.box_no > a.box_no AND d.box_no > a.box_no AND c.box_no > b.box_no AND c.box_no > d.box_no
),
-- From a to the right and round, unit 1 is the row of a and b, and pair 1 the cells of a in it.
place AS MATERIALIZED (
    SELECT r.puzzle_id, r.pattern, t.digit AS place_no,
        CASE t.digit WHEN 1 THEN r.upper_row WHEN 2 THEN r.box_b + 18 WHEN 3 THEN r.right_column + 9 WHEN 4 THEN r.box_c + 18
            WHEN 5 THEN r.lower_row WHEN 6 THEN r.box_d + 18 WHEN 7 THEN r.left_column + 9 ELSE r.box_a + 18 END AS unit_no,
        CASE t.digit WHEN 1 THEN r.row_a WHEN 2 THEN r.row_b WHEN 3 THEN r.column_b WHEN 4 THEN r.column_c
            WHEN 5 THEN r.row_c WHEN 6 THEN r.row_d WHEN 7 THEN r.column_d ELSE r.column_a END AS mask
    FROM ring AS r
    CROSS JOIN token AS t
    WHERE t.digit <= 8
),
hit AS MATERIALIZED (
    SELECT n.puzzle_id, n.pattern, t.digit, CAST(SUM(1 << (n.place_no - 1)) AS BIGINT) AS pairs
    FROM place AS n
    CROSS JOIN token AS t
    WHERE n.mask & t.mask <> 0
    GROUP BY n.puzzle_id, n.pattern, t.digit
),
fewest AS MATERIALIZED (
    SELECT h.puzzle_id, h.pattern, h.digit, h.pairs, MIN(c.size) AS size
    FROM hit AS h
    CROSS JOIN combination AS c
    WHERE c.combination_id < 256
        AND h.pairs & ~(c.combination_id | (c.combination_id << 1) | (c.combination_id >> 7)) = 0
    GROUP BY h.puzzle_id, h.pattern, h.digit, h.pairs
),
locked AS (
    SELECT f.puzzle_id, f.pattern
    FROM fewest AS f
    GROUP BY f.puzzle_id, f.pattern
    HAVING SUM(f.size) = 16
)
INSERT INTO ring_sector (puzzle_id, pattern, digit, unit_set, unit_no)
SELECT f.puzzle_id, f.pattern, f.digit, c.combination_id, n.unit_no
FROM locked AS l
INNER JOIN fewest AS f ON f.puzzle_id = l.puzzle_id AND f.pattern = l.pattern
INNER JOIN combination AS c ON c.size = f.size
INNER JOIN combination_member AS m ON m.combination_id = c.combination_id
INNER JOIN place AS n ON n.puzzle_id = f.puzzle_id AND n.pattern = f.pattern AND n.place_no = m.member
WHERE c.combination_id < 256
    AND f.pairs & ~(c.combination_id | (c.combination_id << 1) | (c.combination_id >> 7)) = 0;

-- A cell of the ring is in the row of a corner and in the columns of its box, or the other way round.
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT s.puzzle_id, 'sk_loop', 0, v.cell, s.digit, MIN(s.pattern)
FROM ring_sector AS s
CROSS JOIN pass AS p
CROSS JOIN place_mask AS d
CROSS JOIN location AS v
CROSS JOIN location_wide AS w
WHERE p.puzzle_id = s.puzzle_id
    AND p.technique = 'sk_loop'
    AND d.puzzle_id = s.puzzle_id
    AND d.unit_no = s.unit_no
    AND d.digit = s.digit
    AND v.unit_no = s.unit_no
    AND v.place & d.places <> 0
    AND w.cell = v.cell
    AND (s.pattern / 512 & (1 << (w.row_no - 1)) = 0 OR s.pattern % 512 & (7 << ((w.column_no - 1) / 3 * 3)) = 0)
    AND (s.pattern % 512 & (1 << (w.column_no - 1)) = 0 OR s.pattern / 512 & (7 << ((w.row_no - 1) / 3 * 3)) = 0)
GROUP BY s.puzzle_id, v.cell, s.digit;

-- The cells of the ring, and the units of each digit, of the smallest set of units.
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
WITH pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern
    FROM deduction AS d
    WHERE d.technique = 'sk_loop'
),
part AS (
    SELECT x.puzzle_id, x.pattern, 'locked_cell' AS role, m.cell, NULL AS digit, NULL AS unit_no
    FROM pattern AS x
    CROSS JOIN candidate_mask AS m
    CROSS JOIN location_wide AS w
    WHERE m.puzzle_id = x.puzzle_id
        AND w.cell = m.cell
        AND (x.pattern / 512 & (1 << (w.row_no - 1)) <> 0 AND x.pattern % 512 & (7 << ((w.column_no - 1) / 3 * 3)) <> 0
            OR x.pattern % 512 & (1 << (w.column_no - 1)) <> 0 AND x.pattern / 512 & (7 << ((w.row_no - 1) / 3 * 3)) <> 0)
    UNION ALL
    SELECT x.puzzle_id, x.pattern, 'sector', NULL, s.digit, s.unit_no
    FROM pattern AS x
    INNER JOIN ring_sector AS s ON s.puzzle_id = x.puzzle_id AND s.pattern = x.pattern
    WHERE s.unit_set = (
        SELECT MIN(o.unit_set)
        FROM ring_sector AS o
        WHERE o.puzzle_id = s.puzzle_id AND o.pattern = s.pattern AND o.digit = s.digit
    )
)
SELECT e.puzzle_id, 'sk_loop', e.pattern,
    ROW_NUMBER() OVER (PARTITION BY e.puzzle_id, e.pattern ORDER BY e.role, e.cell, e.unit_no, e.digit), e.role, e.cell, e.digit, e.unit_no
FROM part AS e;
