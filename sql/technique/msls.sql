-- @technique msls | Multi-Sector Locked Set | tier 576 | extreme | weight 600
-- @family exotic
-- @alias MSLS, Naked Multi-Sector Locked Set
-- @idea Four or five rows cross four or five columns, and nearly all crossings are open. Each digit is counted, once for each
--   of the rows that can hold it at a crossing, or once for each of the columns, whichever are fewer. No row or column holds
--   a digit twice, so if all digits together count as many as the open crossings, each of these lines has its digit at a
--   crossing. It loses the digit everywhere else.
-- @spot Mark rows and columns that cross in open cells. Look for digits that many givens keep out of the rows, and for others
--   that they keep out of the columns, and count in how many lines each digit is left.
-- @how The two sides meet in combination, which gives the sets of rows and the sets of columns. hit has the lines in which a
--   digit has places that cross a set. A bitwise AND with the set on the other side gives the lines of the digit at the
--   crossings, and combination their number.
-- @source D. P. Bird and S. Kurzhal described such sets on the forum of the players, where they are also called multi-fish.
-- @reads pass, unit_state, token, unit_name, place_mask, combination, location, location_wide, candidate_mask, deduction
-- @writes deduction, one elimination for each cell and digit, and deduction_evidence, the open crossings and the lines of digits
-- @needs nine digits, rows and columns
-- @key number 100 cells, rows, columns
-- @note All crossings of four rows and four columns are open, and each further line allows one that is filled. In the lists of
--   the hardest puzzles, sets of 3 to 6 rows and 3 to 6 columns with any number of filled crossings eliminate no more.
-- @where the crossings of {{units "sector"}}
-- @words {{count "locked_cell"}} crossings of {{units "sector"}} are open{{namely (shown "locked_cell")}}.
-- @words Each of these lines holds its digits at most once there{{namely (sectors)}}. That makes {{count
--   "locked_cell"}} digits at most for {{count "locked_cell"}} cells.
-- @words So each of the lines has its digits at a crossing, and nowhere else. If a digit has as many columns as rows,
--   the same holds for its columns. So {{effect}}.
-- @cost 252 sets of rows times 252 sets of columns, then 18 lines for some 50 of these with so many open crossings

-- The filled cells of each row in a set of columns, one hexadecimal place for each row. 3 are three or more.
WITH filled AS (
    SELECT p.puzzle_id, c.combination_id AS column_set, c.size,
        CAST(SUM(CASE WHEN f.size > 3 THEN 3 ELSE COALESCE(f.size, 0) END * t.mask) AS BIGINT) AS by_row
    FROM pass AS p
    CROSS JOIN unit_state AS u
    CROSS JOIN token AS t
    CROSS JOIN combination AS c
    LEFT JOIN combination AS f ON f.combination_id = c.combination_id & ~u.open_places
    WHERE p.technique = 'msls'
        AND u.puzzle_id = p.puzzle_id
        AND u.unit_no <= 9
        AND t.digit = u.unit_no
        AND c.size BETWEEN 4 AND 5
    GROUP BY p.puzzle_id, c.combination_id, c.size
),
-- The remainder by 15 adds up the places of the rows of a set.
crossing AS MATERIALIZED (
    SELECT f.puzzle_id, c.combination_id AS row_set, f.column_set, c.size * f.size - (f.by_row & c.mask * 15) % 15 AS cells
    FROM filled AS f
    CROSS JOIN combination AS c
    WHERE c.size BETWEEN 4 AND 5
        AND (f.by_row & c.mask * 15 = 0 OR (f.by_row & c.mask * 15) % 15 BETWEEN 1 AND c.size + f.size - 8)
),
-- A line with a place of a digit at the crossings. side is 1 for a row and -1 for a column, and across is the lines that cross it.
line AS MATERIALIZED (
    SELECT x.puzzle_id, x.row_set, x.column_set, x.cells, d.digit, d.unit_no, d.places, CASE u.unit_type WHEN 'row' THEN 1 ELSE -1 END AS side,
        CASE u.unit_type WHEN 'row' THEN x.column_set ELSE x.row_set END AS across
    FROM crossing AS x
    CROSS JOIN unit_name AS u
    CROSS JOIN place_mask AS d
    WHERE d.puzzle_id = x.puzzle_id
        AND d.unit_no = u.unit_no
        AND (u.unit_type = 'row' AND u.singleton & x.row_set <> 0 AND d.places & x.column_set <> 0
            OR u.unit_type = 'column' AND u.singleton & x.column_set <> 0 AND d.places & x.row_set <> 0)
),
hit AS MATERIALIZED (
    SELECT n.puzzle_id, n.row_set, n.column_set, n.cells, n.digit, COUNT(*) AS line_count, SUM(n.side) AS more_rows
    FROM line AS n
    GROUP BY n.puzzle_id, n.row_set, n.column_set, n.cells, n.digit
),
-- The rows of a digit, or its columns, whichever are fewer, are half of its lines without the difference.
locked AS MATERIALIZED (
    SELECT h.puzzle_id, h.row_set, h.column_set, (h.cells * CAST(512 AS BIGINT) + h.row_set) * 512 + h.column_set AS pattern
    FROM hit AS h
    GROUP BY h.puzzle_id, h.row_set, h.column_set, h.cells
    HAVING SUM(h.line_count - ABS(h.more_rows)) = 2 * h.cells
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT l.puzzle_id, 'msls', 0, v.cell, n.digit, MIN(l.pattern)
FROM locked AS l
INNER JOIN hit AS h ON h.puzzle_id = l.puzzle_id AND h.row_set = l.row_set AND h.column_set = l.column_set
INNER JOIN line AS n ON n.puzzle_id = h.puzzle_id AND n.row_set = h.row_set AND n.column_set = h.column_set AND n.digit = h.digit
INNER JOIN location AS v ON v.unit_no = n.unit_no
WHERE n.side * h.more_rows <= 0 AND v.place & n.places & ~n.across <> 0
GROUP BY l.puzzle_id, v.cell, n.digit;

-- The open crossings, and the lines that count each digit, the rows unless the columns are fewer.
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
WITH pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, d.pattern / 512 % 512 AS row_set, d.pattern % 512 AS column_set
    FROM deduction AS d
    WHERE d.technique = 'msls'
),
line AS (
    SELECT x.puzzle_id, x.pattern, d.digit, d.unit_no, CASE u.unit_type WHEN 'row' THEN 1 ELSE -1 END AS side
    FROM pattern AS x
    CROSS JOIN unit_name AS u
    CROSS JOIN place_mask AS d
    WHERE d.puzzle_id = x.puzzle_id
        AND d.unit_no = u.unit_no
        AND (u.unit_type = 'row' AND u.singleton & x.row_set <> 0 AND d.places & x.column_set <> 0
            OR u.unit_type = 'column' AND u.singleton & x.column_set <> 0 AND d.places & x.row_set <> 0)
),
part AS (
    SELECT x.puzzle_id, x.pattern, 'locked_cell' AS role, m.cell, NULL AS digit, NULL AS unit_no
    FROM pattern AS x
    CROSS JOIN candidate_mask AS m
    CROSS JOIN location_wide AS l
    WHERE m.puzzle_id = x.puzzle_id
        AND l.cell = m.cell
        AND (1 << (l.row_no - 1)) & x.row_set <> 0
        AND (1 << (l.column_no - 1)) & x.column_set <> 0
    UNION ALL
    SELECT n.puzzle_id, n.pattern, 'sector', NULL, n.digit, n.unit_no
    FROM (SELECT a.*, SUM(a.side) OVER (PARTITION BY a.puzzle_id, a.pattern, a.digit) AS more_rows FROM line AS a) AS n
    WHERE n.side = CASE WHEN n.more_rows <= 0 THEN 1 ELSE -1 END
)
SELECT e.puzzle_id, 'msls', e.pattern,
    ROW_NUMBER() OVER (PARTITION BY e.puzzle_id, e.pattern ORDER BY e.role, e.cell, e.unit_no, e.digit), e.role, e.cell, e.digit, e.unit_no
FROM part AS e;
