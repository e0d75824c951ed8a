-- @technique sue_de_coq
-- @idea A box and a line meet in two or three open cells, the core, with at least two digits more than cells. More cells of
--   the line, and more cells of the box, have digits that do not occur in the other of these two parts, and all cells
--   together have as many digits as cells. No digit can stand there twice, so each stands there once. A
--   digit leaves the cells that see all its places in the pattern, which is the rest of the line
--   for digits of the line's part, the rest of the box for those of the box's part, and both for the others.
-- @source Common knowledge among players, also called two-sector disjoint subsets. Both parts have cells, any number, with one or two
--   digits more than cells. Digits that the core has not are allowed in both.
-- @reads pass, candidate_mask, location, unit_cell, unit_name, intersection, token, place_mask, cell_group, pencil_mark, cell_bit, deduction
-- @writes deduction, deduction_evidence, unit_cell
-- @key number of cells, box, line, cells of the core, of the line's part, of the box's part
--   (((((cells * 10 + box) * 100 + line unit_no) * 1000 + places in the box) * 1000 + places in the line) * 1000 + places in the box)
-- @cost the sets of cells of all units, times the cores in a line, times the sets of its box

DELETE FROM unit_cell;

INSERT INTO unit_cell (puzzle_id, unit_no, place, mask)
SELECT m.puzzle_id, l.unit_no, l.place, m.mask
FROM pass AS p
CROSS JOIN candidate_mask AS m
CROSS JOIN location AS l
WHERE p.technique = 'sue_de_coq' AND m.puzzle_id = p.puzzle_id AND l.cell = m.cell;

-- The remainder by 15 is the number of digits in a mask.
WITH RECURSIVE gathered (puzzle_id, unit_no, places, last_place, mask, size) AS (
    SELECT c.puzzle_id, c.unit_no, c.place, c.place, c.mask, 1
    FROM unit_cell AS c
    UNION ALL
    SELECT g.puzzle_id, g.unit_no, g.places + c.place, c.place, g.mask | c.mask, g.size + 1
    FROM gathered AS g
    CROSS JOIN unit_cell AS c
    WHERE c.puzzle_id = g.puzzle_id AND c.unit_no = g.unit_no AND c.place > g.last_place
),
part AS (
    SELECT g.puzzle_id, g.unit_no, g.places, g.mask, g.size
    FROM gathered AS g
    WHERE g.mask % 15 BETWEEN g.size + 1 AND g.size + 2
),
core AS (
    SELECT g.puzzle_id, g.unit_no AS box_no, b.unit AS box, i.other_no AS line_no, i.places AS taken_in_box,
        i.other_places AS taken_in_line, g.places AS in_box, s.places AS in_line, g.mask, g.size
    FROM gathered AS g
    CROSS JOIN unit_name AS b
    CROSS JOIN intersection AS i
    CROSS JOIN cell_group AS q
    CROSS JOIN cell_group AS s
    WHERE g.size IN (2, 3)
        AND g.mask % 15 >= g.size + 2
        AND b.unit_no = g.unit_no
        AND b.unit_type = 'box'
        AND i.unit_no = g.unit_no
        AND g.places & ~i.places = 0
        AND q.unit_no = g.unit_no
        AND q.places = g.places
        AND s.group_no = q.group_no
        AND s.unit_no = i.other_no
),
whole AS (
    SELECT c.puzzle_id, c.line_no, c.box_no, c.mask | a.mask AS line_mask, b.mask AS box_mask,
        c.in_line + a.places AS in_line, c.in_box + b.places AS in_box,
        ((((CAST(c.size + a.size + b.size AS BIGINT) * 10 + c.box) * 100 + c.line_no) * 1000 + c.in_box) * 1000 + a.places) * 1000
            + b.places AS pattern
    FROM core AS c
    INNER JOIN part AS a ON a.puzzle_id = c.puzzle_id AND a.unit_no = c.line_no
    INNER JOIN part AS b ON b.puzzle_id = c.puzzle_id AND b.unit_no = c.box_no
    WHERE a.places & c.taken_in_line = 0
        AND (a.mask & ~c.mask) % 15 < a.size
        AND b.places & c.taken_in_box = 0
        AND b.mask & a.mask = 0
        AND (b.mask & ~c.mask) % 15 < b.size
        AND (c.mask | a.mask | b.mask) % 15 = c.size + a.size + b.size
),
-- The places of a digit in the pattern, those of the box's part in the box, all others in the line.
holder AS (
    SELECT w.puzzle_id, w.pattern, d.digit, d.unit_no, d.places & w.in_box AS places
    FROM whole AS w
    CROSS JOIN place_mask AS d
    CROSS JOIN token AS t
    WHERE d.puzzle_id = w.puzzle_id AND d.unit_no = w.box_no AND t.digit = d.digit AND t.mask & w.box_mask <> 0
    UNION ALL
    SELECT w.puzzle_id, w.pattern, d.digit, d.unit_no, d.places & w.in_line
    FROM whole AS w
    CROSS JOIN place_mask AS d
    CROSS JOIN token AS t
    WHERE d.puzzle_id = w.puzzle_id
        AND d.unit_no = w.line_no
        AND t.digit = d.digit
        AND t.mask & w.line_mask & ~w.box_mask <> 0
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT h.puzzle_id, 'sue_de_coq', 0, m.cell, h.digit, MIN(h.pattern)
FROM holder AS h
CROSS JOIN cell_group AS g
CROSS JOIN pencil_mark AS m
CROSS JOIN cell_bit AS c
WHERE g.unit_no = h.unit_no
    AND g.places = h.places
    AND m.puzzle_id = h.puzzle_id
    AND m.digit = h.digit
    AND c.cell = m.cell
    AND (c.low & g.seen_low <> 0 OR c.high & g.seen_high <> 0)
GROUP BY h.puzzle_id, m.cell, h.digit;

WITH pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, d.pattern / 100000000000 % 10 + 18 AS box_no, d.pattern / 1000000000 % 100 AS line_no
    FROM deduction AS d
    WHERE d.technique = 'sue_de_coq'
),
part (puzzle_id, pattern, section, unit_no, places) AS (
    SELECT puzzle_id, pattern, 1, box_no, pattern / 1000000 % 1000
    FROM pattern
    UNION ALL
    SELECT puzzle_id, pattern, 2, line_no, pattern / 1000 % 1000
    FROM pattern
    UNION ALL
    SELECT puzzle_id, pattern, 3, box_no, pattern % 1000
    FROM pattern
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT q.puzzle_id, 'sue_de_coq', q.pattern, ROW_NUMBER() OVER (PARTITION BY q.puzzle_id, q.pattern ORDER BY q.section, l.cell),
    'cell', l.cell, NULL, NULL
FROM part AS q
INNER JOIN location AS l ON l.unit_no = q.unit_no AND l.place & q.places <> 0;
