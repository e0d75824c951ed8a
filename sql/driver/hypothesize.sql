-- Makes a puzzle of each new hypothesis. It is a copy of its parent that waits for the first technique inside, whose tier is
-- the parameter. The assumption is a placement that is not applied yet.

INSERT INTO work_puzzle (puzzle_id, status, tier, step, open_cells)
SELECT h.puzzle_id, 'new', ?, w.step, w.open_cells
FROM hypothesis AS h
CROSS JOIN work_puzzle AS w
WHERE h.outcome = 'new' AND w.puzzle_id = h.parent;

INSERT INTO candidate_mask (puzzle_id, cell, mask, row_no, column_no, box_no)
SELECT h.puzzle_id, m.cell, m.mask, m.row_no, m.column_no, m.box_no
FROM hypothesis AS h
CROSS JOIN candidate_mask AS m
WHERE h.outcome = 'new' AND m.puzzle_id = h.parent;

INSERT INTO unit_state (puzzle_id, unit_no, open_places, missing)
SELECT h.puzzle_id, u.unit_no, u.open_places, u.missing
FROM hypothesis AS h
CROSS JOIN unit_state AS u
WHERE h.outcome = 'new' AND u.puzzle_id = h.parent;

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT h.puzzle_id, 'assume', 1, h.cell, h.digit, 0
FROM hypothesis AS h
WHERE h.outcome = 'new';

UPDATE hypothesis
SET outcome = 'open'
WHERE outcome = 'new';
