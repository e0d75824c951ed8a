-- Loads the puzzles of the chunk as they are before the first pass, from temporary tables: what another process does to them
-- meanwhile does not matter.

-- A unit misses the digits that it does not hold. A unit without any digit misses all.
INSERT INTO unit_state (puzzle_id, unit_no, open_places, missing)
SELECT c.puzzle_id, l.unit_no, MIN(a.places) - SUM(l.place), MIN(a.mask) - SUM(t.mask)
FROM work_puzzle AS w
CROSS JOIN pass_variant AS a
CROSS JOIN work_cell AS c
CROSS JOIN location AS l
CROSS JOIN token AS t
WHERE c.puzzle_id = w.puzzle_id
    AND l.cell = c.cell
    AND t.digit = c.digit
GROUP BY c.puzzle_id, l.unit_no;

-- The condition keeps SQLite from taking ON for a part of the join.
INSERT INTO unit_state (puzzle_id, unit_no, open_places, missing)
SELECT w.puzzle_id, u.unit_no, a.places, a.mask
FROM work_puzzle AS w
CROSS JOIN unit_name AS u
CROSS JOIN pass_variant AS a
WHERE TRUE
ON CONFLICT (puzzle_id, unit_no) DO NOTHING;

-- A digit is a candidate of an open cell if the row, the column and the box or region of the cell all miss it.
INSERT INTO candidate_mask (puzzle_id, cell, mask, row_no, column_no, box_no)
SELECT w.puzzle_id, l.cell, r.missing & c.missing & b.missing, g.row_no, g.column_no, g.box_no
FROM work_puzzle AS w
CROSS JOIN pass_variant AS a
CROSS JOIN unit_name AS u
CROSS JOIN unit_state AS r
CROSS JOIN location AS l
CROSS JOIN location_wide AS g
CROSS JOIN unit_state AS c
CROSS JOIN unit_state AS b
WHERE u.unit_type = 'row'
    AND r.puzzle_id = w.puzzle_id
    AND r.unit_no = u.unit_no
    AND l.unit_no = r.unit_no
    AND l.place & r.open_places <> 0
    AND g.cell = l.cell
    AND c.puzzle_id = w.puzzle_id
    AND c.unit_no = g.column_no + 9
    AND b.puzzle_id = w.puzzle_id
    AND b.unit_no = g.box_no + a.block_base;

-- Nor does any other cell that it sees have the digit. In classic there are none.
UPDATE candidate_mask
SET mask = candidate_mask.mask & ~x.mask
FROM (
    SELECT c.puzzle_id, f.peer AS cell, CAST(SUM(DISTINCT t.mask) AS BIGINT) AS mask
    FROM work_puzzle AS w
    CROSS JOIN work_cell AS c
    CROSS JOIN far_peer AS f
    CROSS JOIN token AS t
    WHERE c.puzzle_id = w.puzzle_id AND f.cell = c.cell AND t.digit = c.digit
    GROUP BY c.puzzle_id, f.peer
) AS x
WHERE candidate_mask.puzzle_id = x.puzzle_id AND candidate_mask.cell = x.cell;

-- Candidates that were crossed out, in the imported puzzle or in the steps that stay.
UPDATE candidate_mask
SET mask = candidate_mask.mask & ~x.mask
FROM (
    SELECT e.puzzle_id, e.cell, CAST(SUM(t.mask) AS BIGINT) AS mask
    FROM work_puzzle AS w
    CROSS JOIN start_elimination AS e
    CROSS JOIN token AS t
    WHERE e.puzzle_id = w.puzzle_id AND t.digit = e.digit
    GROUP BY e.puzzle_id, e.cell
) AS x
WHERE candidate_mask.puzzle_id = x.puzzle_id AND candidate_mask.cell = x.cell;
