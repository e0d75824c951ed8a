-- @technique wxyz_wing | WXYZ-Wing | tier 425 | unfair | weight 240
-- @family wings
-- @idea Three cells of one unit have exactly four candidates together, and a fourth cell has two or more of these four and
--   no others. A digit is restricted when all its places in the four cells see each other, so it is in one of them at
--   most. If all digits but one are restricted, the last one must be in the four cells too, because three digits cannot
--   fill four cells. Every cell that sees all its places there loses it.
-- @spot Start at a cell with two or three candidates and add cells around it until four cells have four digits
--   together. If all places of three of the digits see each other, a candidate of the fourth digit that sees all its
--   places goes.
-- @how small_cell joined to itself three times gives the three cells of a unit, and the remainder of a mask by 15 is its
--   number of digits. The digits of the fourth cell that one of the three cells has without seeing the fourth are not
--   restricted. When that leaves a mask of one digit, token has the digit.
-- @source Common knowledge among players, in the form with almost locked sets. Three cells with four candidates are
--   an almost locked set.
-- @reads pass, candidate_mask, location, peer, token, pencil_mark
-- @writes deduction
-- @key cell first, cell second, cell third, cell fourth
-- @evidence cell first, cell second, cell third, cell fourth
-- @words {{shown "cell"}} have four candidates together, {{candidates "cell"}}.
-- @words For each of {{less (candidates "cell") lost}}, all places in these four cells see each other, so at most one
--   of the cells holds the digit. Three digits cannot fill four cells.
-- @words {{one_holds (having "cell" lost) lost}}
-- @note The first three cells are those in the unit, sorted.
-- @cost all sets of three cells of a unit that have four candidates together, times the fourth cells

WITH small_cell AS (
    SELECT m.puzzle_id, m.cell, m.mask, l.unit_no
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN location AS l
    WHERE p.technique = 'wxyz_wing'
        AND m.puzzle_id = p.puzzle_id
        AND m.mask % 15 <= 4
        AND l.cell = m.cell
),
base AS (
    SELECT DISTINCT a.puzzle_id, a.cell AS first_cell, b.cell AS second_cell, c.cell AS third_cell,
        a.mask AS first_mask, b.mask AS second_mask, c.mask AS third_mask, a.mask | b.mask | c.mask AS mask
    FROM small_cell AS a
    INNER JOIN small_cell AS b ON b.puzzle_id = a.puzzle_id AND b.unit_no = a.unit_no AND b.cell > a.cell
    INNER JOIN small_cell AS c ON c.puzzle_id = b.puzzle_id AND c.unit_no = b.unit_no AND c.cell > b.cell
    WHERE (a.mask | b.mask) % 15 <= 4
        AND (a.mask | b.mask | c.mask) % 15 = 4
),
wing AS (
    SELECT b.puzzle_id, b.first_cell, b.second_cell, b.third_cell, b.first_mask, b.second_mask, b.third_mask, f.cell AS fourth_cell,
        t.digit, t.mask
    FROM base AS b
    CROSS JOIN candidate_mask AS f
    CROSS JOIN token AS t
    WHERE f.puzzle_id = b.puzzle_id
        AND f.mask & ~b.mask = 0
        AND f.mask % 15 >= 2
        AND t.mask = f.mask & (
            CASE WHEN EXISTS (SELECT 1 FROM peer AS n WHERE n.cell = f.cell AND n.peer = b.first_cell) THEN 0 ELSE b.first_mask END
            | CASE WHEN EXISTS (SELECT 1 FROM peer AS n WHERE n.cell = f.cell AND n.peer = b.second_cell) THEN 0 ELSE b.second_mask END
            | CASE WHEN EXISTS (SELECT 1 FROM peer AS n WHERE n.cell = f.cell AND n.peer = b.third_cell) THEN 0 ELSE b.third_mask END
        )
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'wxyz_wing', 0, v.cell, v.digit,
    MIN(((w.first_cell * 100 + w.second_cell) * 100 + w.third_cell) * 100 + w.fourth_cell)
FROM wing AS w
CROSS JOIN peer AS n
CROSS JOIN pencil_mark AS v
WHERE n.cell = w.fourth_cell
    AND v.puzzle_id = w.puzzle_id
    AND v.cell = n.peer
    AND v.digit = w.digit
    AND (w.first_mask & w.mask = 0 OR EXISTS (SELECT 1 FROM peer AS o WHERE o.cell = w.first_cell AND o.peer = v.cell))
    AND (w.second_mask & w.mask = 0 OR EXISTS (SELECT 1 FROM peer AS o WHERE o.cell = w.second_cell AND o.peer = v.cell))
    AND (w.third_mask & w.mask = 0 OR EXISTS (SELECT 1 FROM peer AS o WHERE o.cell = w.third_cell AND o.peer = v.cell))
GROUP BY v.puzzle_id, v.cell, v.digit;
