-- What techniques beyond the basic fish share, for the puzzles of the pass. A puzzle that
-- changes comes by here again before the next of them, so nothing is kept up to date, and no other
-- puzzle needs what was here.

DELETE FROM pencil_mark;

INSERT INTO pencil_mark (puzzle_id, digit, cell)
SELECT m.puzzle_id, t.digit, m.cell
FROM pass AS p
CROSS JOIN token AS t
CROSS JOIN candidate_mask AS m
WHERE t.digit IS NOT NULL AND m.puzzle_id = p.puzzle_id AND m.mask & t.mask <> 0;

DELETE FROM placed_cell;

INSERT INTO placed_cell (puzzle_id, cell, digit)
SELECT c.puzzle_id, c.cell, c.digit
FROM pass AS p
CROSS JOIN work_cell AS c
WHERE c.puzzle_id = p.puzzle_id AND c.rule <> 'given';

DELETE FROM bivalue_cell;

INSERT INTO bivalue_cell (puzzle_id, cell, digit, other)
SELECT m.puzzle_id, m.cell, a.digit, b.digit
FROM pass AS p
CROSS JOIN candidate_mask AS m
CROSS JOIN combination AS s
CROSS JOIN combination_member AS a
CROSS JOIN combination_member AS b
WHERE m.puzzle_id = p.puzzle_id
    AND s.mask = m.mask
    AND s.size = 2
    AND a.combination_id = s.combination_id
    AND b.combination_id = s.combination_id
    AND b.digit <> a.digit;

DELETE FROM conjugate_pair;

INSERT INTO conjugate_pair (puzzle_id, digit, unit_type, unit_no, cell, other, row_set, column_set, box_set,
    cell_row, cell_column, cell_box)
SELECT m.puzzle_id, m.digit, s.unit_type, s.unit_no, s.cell, s.other, s.row_set, s.column_set, s.box_set,
    s.cell_row, s.cell_column, s.cell_box
FROM pass AS p
CROSS JOIN place_mask AS m
CROSS JOIN place_pair AS s
WHERE m.puzzle_id = p.puzzle_id AND s.unit_no = m.unit_no AND s.places = m.places;

DELETE FROM strong_link;

INSERT INTO strong_link (puzzle_id, digit, cell, other, unit_no)
SELECT c.puzzle_id, c.digit, c.cell, c.other, c.unit_no
FROM pass AS p
CROSS JOIN conjugate_pair AS c
WHERE c.puzzle_id = p.puzzle_id
UNION ALL
SELECT c.puzzle_id, c.digit, c.other, c.cell, c.unit_no
FROM pass AS p
CROSS JOIN conjugate_pair AS c
WHERE c.puzzle_id = p.puzzle_id;
