-- @technique tridagon | Tridagon | tier 578 | extreme | weight 620
-- @family exotic
-- @alias Thor's Hammer, Trivalue Oddagon
-- @idea Four boxes are the corners of a rectangle, and in each of them three cells lie in different rows and columns of the
--   box. From row to row these cells go to the right or to the left, where the first column follows the last. If an odd
--   number of the four boxes goes to the left, three digits cannot fill the twelve cells. So if only one of the cells has
--   more candidates than three digits, it loses the three.
-- @spot Look for three digits that many cells of four boxes share, with two or three in each cell. Then look for one cell
--   in each row and column of each box, and for the only one that has a further candidate.
-- @how fit has three cells of a box, which have at least two of three digits each, and at most one of which has more. The
--   number of such a set, 0 to 5, is its first column, plus 3 if it goes to the left. Four of these are joined by their boxes.
-- @source D. Berthier and M. Mith, forum of the players, who also call it Thor's Hammer.
-- @reads pass, combination, token, unit_cell, location, pencil_mark, deduction
-- @writes deduction, one elimination for each cell and digit, and deduction_evidence, the twelve cells
-- @needs boxes
-- @key digits, number 6 one, number 6 two, number 6 three, number 6 four, number 10 box_one, number 10 box_four, cell guardian
-- @evidence digit digits
-- @words {{cells "cell"}} lie in four boxes, three in each, one in each row and column of the box. All but {{victims}} have
--   only candidates of {{digits "digit"}}.
-- @words From row to row the cells go to the left in one of the boxes or in three, and to the right in the others. So three
--   digits cannot fill the twelve cells, and {{effect}}.
-- @cost 54 sets of cells of a box times 84 sets of digits, then four of them

WITH fit AS MATERIALIZED (
    SELECT p.puzzle_id, d.combination_id AS digits, a.unit_no - 19 AS box, t.digit - 1 AS slant,
        CASE WHEN a.mask & ~d.mask <> 0 THEN 1 ELSE 0 END + CASE WHEN b.mask & ~d.mask <> 0 THEN 1 ELSE 0 END
            + CASE WHEN c.mask & ~d.mask <> 0 THEN 1 ELSE 0 END AS more,
        CASE WHEN a.mask & ~d.mask <> 0 THEN a.place WHEN b.mask & ~d.mask <> 0 THEN b.place
            WHEN c.mask & ~d.mask <> 0 THEN c.place ELSE 0 END AS guardian
    FROM pass AS p
    CROSS JOIN unit_cell AS a
    CROSS JOIN token AS t
    CROSS JOIN unit_cell AS b
    CROSS JOIN unit_cell AS c
    CROSS JOIN combination AS d
    WHERE p.technique = 'tridagon'
        AND a.puzzle_id = p.puzzle_id
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
-- At most one cell of two boxes of a band has more candidates.
pair AS MATERIALIZED (
    SELECT a.puzzle_id, a.digits, a.box, b.box AS box_two, a.slant, b.slant AS slant_two, a.more + b.more AS more,
        a.guardian + b.guardian AS guardian, CASE a.more WHEN 1 THEN a.box ELSE b.box END AS guarded
    FROM fit AS a
    INNER JOIN fit AS b ON b.puzzle_id = a.puzzle_id AND b.digits = a.digits
    WHERE b.box / 3 = a.box / 3 AND b.box > a.box AND a.more + b.more < 2
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'tridagon', 0, v.cell, v.digit,
    MIN(((((((a.digits * CAST(6 AS BIGINT) + a.slant) * 6 + a.slant_two) * 6 + b.slant) * 6 + b.slant_two) * 10 + a.box + 1) * 10
        + b.box_two + 1) * 100 + v.cell)
FROM pair AS a
INNER JOIN pair AS b ON b.puzzle_id = a.puzzle_id AND b.digits = a.digits
INNER JOIN location AS l ON l.unit_no = CASE a.more WHEN 1 THEN a.guarded ELSE b.guarded END + 19 AND l.place = a.guardian + b.guardian
INNER JOIN pencil_mark AS v ON v.puzzle_id = a.puzzle_id AND v.cell = l.cell
WHERE b.box / 3 > a.box / 3
    AND b.box % 3 = a.box % 3
    AND b.box_two % 3 = a.box_two % 3
    AND a.more + b.more = 1
    AND (a.slant / 3 + a.slant_two / 3 + b.slant / 3 + b.slant_two / 3) % 2 = 1
    AND a.digits & (1 << (v.digit - 1)) <> 0
GROUP BY v.puzzle_id, v.cell, v.digit;

-- The cells of the four corners of the rectangle of boxes. Corners 1 and 2 are in the upper band, 1 and 3 in the left stack.
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT c.puzzle_id, 'tridagon', c.pattern, 1000 + ROW_NUMBER() OVER (PARTITION BY c.puzzle_id, c.pattern ORDER BY l.cell), 'cell',
    l.cell, CAST(NULL AS INTEGER), CAST(NULL AS INTEGER)
FROM (
    SELECT DISTINCT d.puzzle_id, d.pattern,
        (CASE WHEN t.digit <= 2 THEN d.pattern / 1000 ELSE d.pattern / 100 END % 10 - 1) / 3 * 3
            + (CASE t.digit % 2 WHEN 1 THEN d.pattern / 1000 ELSE d.pattern / 100 END % 10 - 1) % 3 AS box,
        CASE t.digit WHEN 1 THEN d.pattern / 2160000 WHEN 2 THEN d.pattern / 360000 WHEN 3 THEN d.pattern / 60000
            ELSE d.pattern / 10000 END % 6 AS slant
    FROM deduction AS d
    CROSS JOIN token AS t
    WHERE d.technique = 'tridagon' AND t.digit <= 4
) AS c
CROSS JOIN location AS l
WHERE l.unit_no = c.box + 19 AND (l.position - 1) % 3 = (c.slant + (l.position - 1) / 3 * (1 + c.slant / 3)) % 3;
