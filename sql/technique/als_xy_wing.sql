-- @technique als_xy_wing | Almost Locked Sets XY-Wing | tier 510 | unfair | weight 320 | library 0902
-- @family als
-- @alias ALS Y-Wing
-- @idea A middle almost locked set has a restricted common with each of two outer sets, and the two digits differ. The middle
--   set can lose only one of its digits, so at least one outer set must lose its restricted common and then holds all its
--   other digits. Therefore a further digit of both outer sets leaves every cell that sees all its places in both.
-- @spot Think of an XY-Wing in which each cell may be a group with one digit more than cells. Find the middle group
--   first, with two digits that lead to different outer groups, and then a digit that both outer groups have.
-- @generalizes xy_wing
-- @how The query outer_set pairs each middle set with the sets that are linked to it by a restricted common. Joined to itself it
--   gives two outer sets of one middle set. A bitwise AND of the cells that see their digit gives the eliminations.
-- @source Common knowledge among players.
-- @reads pass, pencil_mark, cell_bit, als_digit, als_place
-- @writes deduction, one elimination for each cell and digit
-- @key number 100 cells, unit first, places in_first in first, unit second, places in_second in second, unit
--   middle, places in_middle in middle, digit common, digit other_common
-- @evidence set_a in_first, restricted common, set_b in_middle, restricted other_common, set_c in_second
-- @note A set is a unit and its places in the unit. The smaller of the two outer sets comes first.
-- @words {{sets}}
-- @words {{row_of_sets}}
-- @words So {{effect}}.
-- @cost all pairs of sets with a digit in the same unit, then all pairs of these with the same middle set

WITH outer_set AS (
    SELECT DISTINCT m.puzzle_id, m.als_no AS middle_no, m.size AS middle_size, m.digit AS restricted, o.als_no, o.size,
        v.digit, v.victims_low, v.victims_high
    FROM pass AS p
    CROSS JOIN als_place AS m
    CROSS JOIN als_place AS o
    CROSS JOIN als_digit AS v
    WHERE p.technique = 'als_xy_wing'
        AND m.puzzle_id = p.puzzle_id
        AND o.puzzle_id = m.puzzle_id
        AND o.digit = m.digit
        AND o.unit_no = m.unit_no
        AND o.places & m.places = 0
        AND v.puzzle_id = o.puzzle_id
        AND v.als_no = o.als_no
        AND v.digit <> o.digit
),
leaving AS (
    SELECT a.puzzle_id, a.digit, a.victims_low & b.victims_low AS low, a.victims_high & b.victims_high AS high,
        (((CAST(a.middle_size + a.size + b.size AS BIGINT) * 100000 + a.als_no) * 100000 + b.als_no) * 100000
            + a.middle_no) * 100 + a.restricted * 10 + b.restricted AS pattern
    FROM outer_set AS a
    INNER JOIN outer_set AS b ON b.puzzle_id = a.puzzle_id AND b.middle_no = a.middle_no AND b.digit = a.digit
    WHERE b.als_no > a.als_no
        AND b.restricted <> a.restricted
        AND (a.victims_low & b.victims_low <> 0 OR a.victims_high & b.victims_high <> 0)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'als_xy_wing', 0, m.cell, v.digit, MIN(v.pattern)
FROM leaving AS v
CROSS JOIN pencil_mark AS m
CROSS JOIN cell_bit AS c
WHERE m.puzzle_id = v.puzzle_id
    AND m.digit = v.digit
    AND c.cell = m.cell
    AND (c.low & v.low <> 0 OR c.high & v.high <> 0)
GROUP BY v.puzzle_id, m.cell, v.digit;
