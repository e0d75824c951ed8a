-- What techniques beyond the basic fish share, for the puzzles of the pass. A puzzle that
-- changes comes by here again before the next of them, so nothing is kept up to date.

DELETE FROM pencil_mark WHERE puzzle_id IN (SELECT p.puzzle_id FROM pass AS p);

INSERT INTO pencil_mark (puzzle_id, digit, cell)
SELECT m.puzzle_id, t.digit, m.cell
FROM pass AS p
CROSS JOIN token AS t
CROSS JOIN candidate_mask AS m
WHERE t.digit IS NOT NULL AND m.puzzle_id = p.puzzle_id AND m.mask & t.mask <> 0;

DELETE FROM placed_cell WHERE puzzle_id IN (SELECT p.puzzle_id FROM pass AS p);

INSERT INTO placed_cell (puzzle_id, cell, digit)
SELECT c.puzzle_id, c.cell, c.digit
FROM pass AS p
CROSS JOIN work_cell AS c
WHERE c.puzzle_id = p.puzzle_id AND c.rule <> 'given';

DELETE FROM bivalue_cell WHERE puzzle_id IN (SELECT p.puzzle_id FROM pass AS p);

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

DELETE FROM strong_link WHERE puzzle_id IN (SELECT p.puzzle_id FROM pass AS p);

INSERT INTO strong_link (puzzle_id, digit, cell, other, unit_no)
SELECT m.puzzle_id, m.digit, a.cell, b.cell, m.unit_no
FROM pass AS p
CROSS JOIN place_mask AS m
CROSS JOIN combination AS s
CROSS JOIN location AS a
CROSS JOIN location AS b
WHERE m.puzzle_id = p.puzzle_id
    AND s.combination_id = m.places
    AND s.size = 2
    AND a.unit_no = m.unit_no
    AND a.place & m.places <> 0
    AND b.unit_no = m.unit_no
    AND b.place & m.places <> 0
    AND b.cell <> a.cell;
