INSERT INTO work_cell (puzzle_id, cell, digit, step, rule)
SELECT d.puzzle_id, d.cell, d.digit, w.step, d.technique
FROM deduction AS d
CROSS JOIN work_puzzle AS w
WHERE d.placement = 1 AND w.puzzle_id = d.puzzle_id;

DELETE FROM placed;

INSERT INTO placed (puzzle_id, cell, mask, row_no, column_no, box_no)
SELECT d.puzzle_id, d.cell, t.mask, m.row_no, m.column_no, m.box_no
FROM deduction AS d
CROSS JOIN token AS t
CROSS JOIN candidate_mask AS m
WHERE d.placement = 1 AND t.digit = d.digit AND m.puzzle_id = d.puzzle_id AND m.cell = d.cell;

INSERT INTO unit_state (puzzle_id, unit_no, open_places, missing)
SELECT d.puzzle_id, l.unit_no, l.place, d.mask
FROM placed AS d
CROSS JOIN location AS l
WHERE l.cell = d.cell
ON CONFLICT (puzzle_id, unit_no) DO UPDATE
SET open_places = open_places - excluded.open_places, missing = missing - excluded.missing;

DELETE FROM candidate_mask
WHERE (puzzle_id, cell) IN (SELECT d.puzzle_id, d.cell FROM placed AS d);

-- The peers of a placement lose its digit. Several placements may change one cell.
INSERT INTO candidate_mask (puzzle_id, cell, mask, row_no, column_no, box_no)
SELECT m.puzzle_id, m.cell, d.mask, 0, 0, 0
FROM placed AS d
CROSS JOIN candidate_mask AS m
WHERE m.puzzle_id = d.puzzle_id
    AND m.mask & d.mask <> 0
    AND (m.row_no = d.row_no OR m.column_no = d.column_no OR m.box_no = d.box_no)
ON CONFLICT (puzzle_id, cell) DO UPDATE
SET mask = mask & ~excluded.mask;

INSERT INTO candidate_mask (puzzle_id, cell, mask, row_no, column_no, box_no)
SELECT m.puzzle_id, m.cell, d.mask, 0, 0, 0
FROM placed AS d
CROSS JOIN far_peer AS f
CROSS JOIN candidate_mask AS m
WHERE f.cell = d.cell AND m.puzzle_id = d.puzzle_id AND m.cell = f.peer AND m.mask & d.mask <> 0
ON CONFLICT (puzzle_id, cell) DO UPDATE
SET mask = mask & ~excluded.mask;
