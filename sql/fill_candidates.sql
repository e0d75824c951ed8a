-- Fills in the puzzles that plain SQL has inserted with nothing but their givens. The view unfilled_puzzle lists them.
-- Their givens become rows of cell. Every digit that no filled peer of an open cell holds becomes a row of candidate.
-- Puzzles that are filled in already do not change, so the file may be run at any time.
--
-- A puzzle does not change if its givens repeat a digit in a unit, or have a character other than '.' and 1 to 9. The last
-- statement names it.
--
-- Run it as one transaction. The text is the same for SQLite and for PostgreSQL. 'setdoku import' without a file does
-- the same.

-- The sum of the masks of a unit counts its digits, one hexadecimal place for each. A count above 1 sets a bit other than
-- the lowest one of its place. 64138178286 has all bits except the lowest one in each of the nine places.
WITH reading AS (
    SELECT u.puzzle_id, l.cell, t.digit, t.mask
    FROM unfilled_puzzle AS u
    CROSS JOIN puzzle AS z
    CROSS JOIN location_wide AS l
    CROSS JOIN token AS t
    WHERE z.puzzle_id = u.puzzle_id AND t.character = SUBSTR(z.givens, l.row_no * 9 - 9 + l.column_no, 1)
),
sound AS (
    SELECT r.puzzle_id
    FROM reading AS r
    GROUP BY r.puzzle_id
    HAVING COUNT(*) = 81
    EXCEPT
    SELECT r.puzzle_id
    FROM reading AS r
    CROSS JOIN location AS l
    WHERE r.digit IS NOT NULL AND l.cell = r.cell
    GROUP BY r.puzzle_id, l.unit_no
    HAVING CAST(SUM(r.mask) AS BIGINT) & 64138178286 <> 0
)
INSERT INTO cell (puzzle_id, cell, digit, step, rule)
SELECT r.puzzle_id, r.cell, r.digit, 0, 'given'
FROM sound AS s
INNER JOIN reading AS r ON r.puzzle_id = s.puzzle_id
WHERE r.digit IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = r.puzzle_id AND c.cell = r.cell);

-- A digit is a candidate of an open cell if the row, the column and the box of the cell all miss it.
WITH filled_in AS (
    SELECT u.puzzle_id
    FROM unfilled_puzzle AS u
    INNER JOIN puzzle AS z ON z.puzzle_id = u.puzzle_id
    WHERE LENGTH(REPLACE(z.givens, '.', '')) = (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = u.puzzle_id AND c.rule = 'given')
),
unit_mask AS (
    SELECT f.puzzle_id, l.unit_no, CAST(SUM(t.mask) AS BIGINT) AS mask, CAST(SUM(l.place) AS INTEGER) AS places
    FROM filled_in AS f
    CROSS JOIN cell AS c
    CROSS JOIN location AS l
    CROSS JOIN token AS t
    WHERE c.puzzle_id = f.puzzle_id AND l.cell = c.cell AND t.digit = c.digit
    GROUP BY f.puzzle_id, l.unit_no
),
open_cell AS (
    SELECT f.puzzle_id, w.cell, COALESCE(r.mask, 0) | COALESCE(k.mask, 0) | COALESCE(b.mask, 0) AS taken
    FROM filled_in AS f
    CROSS JOIN location_wide AS w
    LEFT JOIN unit_mask AS r ON r.puzzle_id = f.puzzle_id AND r.unit_no = w.row_no
    LEFT JOIN unit_mask AS k ON k.puzzle_id = f.puzzle_id AND k.unit_no = w.column_no + 9
    LEFT JOIN unit_mask AS b ON b.puzzle_id = f.puzzle_id AND b.unit_no = w.box_no + 18
    WHERE COALESCE(r.places, 0) & (1 << (w.column_no - 1)) = 0
)
INSERT INTO candidate (puzzle_id, cell, digit)
SELECT o.puzzle_id, o.cell, t.digit
FROM open_cell AS o
CROSS JOIN token AS t
WHERE t.mask & o.taken = 0;

SELECT 'puzzle ' || u.puzzle_id || ' is not filled in, its givens repeat a digit in a unit or have another character than . and 1 to 9' AS problem
FROM unfilled_puzzle AS u
INNER JOIN puzzle AS z ON z.puzzle_id = u.puzzle_id
WHERE LENGTH(REPLACE(z.givens, '.', '')) <> (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = u.puzzle_id AND c.rule = 'given')
ORDER BY u.puzzle_id;
