-- Fills tridagon_cell for the puzzles of the pass: twelve cells in four boxes that three digits cannot fill.

DELETE FROM tridagon_cell;

-- fit has three cells of a box, in different rows and columns of it, with at least two of three digits each. slant is the column of
-- the first of them, from 0, plus 3 if they go to the left. more counts those that have further candidates, and extra counts these.
INSERT INTO tridagon_cell (puzzle_id, pattern, cell, extra, more)
WITH fit AS MATERIALIZED (
    SELECT p.puzzle_id, d.combination_id AS digits, d.mask, a.unit_no - 19 AS box, t.digit - 1 AS slant,
        CASE WHEN a.mask & ~d.mask <> 0 THEN 1 ELSE 0 END + CASE WHEN b.mask & ~d.mask <> 0 THEN 1 ELSE 0 END
            + CASE WHEN c.mask & ~d.mask <> 0 THEN 1 ELSE 0 END AS more,
        (a.mask & ~d.mask) % 15 + (b.mask & ~d.mask) % 15 + (c.mask & ~d.mask) % 15 AS extra
    FROM pass AS p
    CROSS JOIN unit_cell AS a
    CROSS JOIN token AS t
    CROSS JOIN unit_cell AS b
    CROSS JOIN unit_cell AS c
    CROSS JOIN combination AS d
    WHERE a.puzzle_id = p.puzzle_id
        AND a.unit_no BETWEEN 19 AND 27
        AND a.third = 1
        AND t.digit <= 6
        AND a.place = 1 << ((t.digit - 1) % 3)
        AND b.puzzle_id = a.puzzle_id
        AND b.unit_no = a.unit_no
        AND b.third = 2
        AND b.place = 8 << ((t.digit + (t.digit - 1) / 3) % 3)
        AND c.puzzle_id = a.puzzle_id
        AND c.unit_no = a.unit_no
        AND c.third = 3
        AND c.place = 64 << ((t.digit + 1 + (t.digit - 1) / 3 * 2) % 3)
        AND d.size = 3
        AND (a.mask & d.mask) % 15 > 1
        AND (b.mask & d.mask) % 15 > 1
        AND (c.mask & d.mask) % 15 > 1
),
-- Two boxes of a band.
pair AS MATERIALIZED (
    SELECT a.puzzle_id, a.digits, a.mask, a.box, b.box AS box_two, a.slant, b.slant AS slant_two, a.more + b.more AS more,
        a.extra + b.extra AS extra
    FROM fit AS a
    INNER JOIN fit AS b ON b.puzzle_id = a.puzzle_id AND b.digits = a.digits
    WHERE b.box / 3 = a.box / 3 AND b.box > a.box AND a.extra + b.extra <= 6
),
-- Four boxes, of which an odd number goes to the left.
quad AS MATERIALIZED (
    SELECT a.puzzle_id, a.mask, a.more + b.more AS more, a.box, a.box_two, b.box AS box_three, b.box_two AS box_four, a.slant,
        a.slant_two, b.slant AS slant_three, b.slant_two AS slant_four,
        (((((a.digits * 10 + a.slant) * 10 + a.slant_two) * 10 + b.slant) * 10 + b.slant_two) * 10 + a.box + 1) * 10 + b.box_two + 1
            AS pattern
    FROM pair AS a
    INNER JOIN pair AS b ON b.puzzle_id = a.puzzle_id AND b.digits = a.digits
    WHERE b.box / 3 > a.box / 3
        AND b.box % 3 = a.box % 3
        AND b.box_two % 3 = a.box_two % 3
        AND a.extra + b.extra BETWEEN 1 AND 6
        AND (a.slant / 3 + a.slant_two / 3 + b.slant / 3 + b.slant_two / 3) % 2 = 1
),
corner AS (
    SELECT q.puzzle_id, q.pattern, q.mask, q.more,
        CASE t.digit WHEN 1 THEN q.box WHEN 2 THEN q.box_two WHEN 3 THEN q.box_three ELSE q.box_four END AS box,
        CASE t.digit WHEN 1 THEN q.slant WHEN 2 THEN q.slant_two WHEN 3 THEN q.slant_three ELSE q.slant_four END AS slant
    FROM quad AS q
    CROSS JOIN token AS t
    WHERE t.digit <= 4
)
SELECT c.puzzle_id, c.pattern, l.cell, m.mask & ~c.mask, c.more
FROM corner AS c
CROSS JOIN location AS l
CROSS JOIN candidate_mask AS m
WHERE l.unit_no = c.box + 19
    AND (l.position - 1) % 3 = (c.slant + (l.position - 1) / 3 * (1 + c.slant / 3)) % 3
    AND m.puzzle_id = c.puzzle_id
    AND m.cell = l.cell;
