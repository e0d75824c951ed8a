-- @technique als_xz | Almost Locked Sets XZ | tier 500 | unfair | weight 300 | library 0901
-- @family als
-- @idea An almost locked set is a group of cells in one unit that has one candidate digit more than cells, so it can lose
--   only one of its digits. Two such sets have a restricted common when every place of that digit in one set sees every
--   place of it in the other, so one of the two sets must lose it and then holds all its other digits. Therefore any
--   further digit of both sets leaves every cell that sees all its places in both. If the sets have two restricted
--   commons, each set loses one of them, so its other digits leave every cell that sees all their places in that set.
-- @spot Look for two groups of cells with one digit more than cells, such as a cell with two candidates, or two cells
--   with three. They need a common digit whose places all see each other, and another common digit that some
--   candidate sees everywhere in both.
-- @generalizes xyz_wing
-- @how The relations almost_locked_set, als_digit and als_place list the sets, their digits and the units of these.
--   als_place joined to itself gives the pairs of sets that have a digit in one unit, which is the restricted common.
--   Bits of two integers say which cells see all places of a digit, so a bitwise AND gives the cells that see two sets.
-- @source Common knowledge among players.
-- @reads pass, pencil_mark, cell_bit, als_digit, als_place
-- @writes deduction, one elimination for each cell and digit
-- @key number 100 cells, unit first, places in_first in first, unit second, places in_second in second, digit common,
--   digit other_common
-- @evidence set_a in_first, restricted common, restricted other_common, set_b in_second
-- @note A set is a unit and its places in the unit. The smaller set comes first. other_common is 0 if there is only
--   one restricted common.
-- @words {{sets}}
-- @words {{two_sets}}
-- @words So {{effect}}.
-- @cost all pairs of sets with a digit in the same unit

-- common_digit pairs two sets that have a restricted common with each further digit that both sets have. Bits name the victims of the digit, which
-- are the candidates that see all its places in both sets. restricted_too is 1 if the digit is a second restricted common, because every
-- place in the second set sees all places in the first set. A digit without victims counts only then.
-- The sign in +first.als_no keeps SQLite from looking for second.als_no by the inequality.
WITH common_digit AS (
    SELECT first.puzzle_id, first.als_no AS first_no, second.als_no AS second_no, first.digit AS restricted, in_first.digit,
        in_first.victims_low & in_second.victims_low AS victims_low, in_first.victims_high & in_second.victims_high AS victims_high,
        ((CAST(first.size + second.size AS BIGINT) * 100000 + first.als_no) * 100000 + second.als_no) * 100 AS key_of_sets,
        CASE
            WHEN in_second.low & ~in_first.victims_low = 0 AND in_second.high & ~in_first.victims_high = 0 THEN 1
            ELSE 0
        END AS restricted_too
    FROM pass AS p
    CROSS JOIN als_place AS first
    CROSS JOIN als_place AS second
    CROSS JOIN als_digit AS in_first
    CROSS JOIN als_digit AS in_second
    WHERE p.technique = 'als_xz'
        AND first.puzzle_id = p.puzzle_id
        -- The restricted common has all its places of both sets in one unit.
        AND second.puzzle_id = first.puzzle_id
        AND second.digit = first.digit
        AND second.unit_no = first.unit_no
        AND second.als_no > +first.als_no
        AND second.places & first.places = 0
        AND (second.mask & first.mask) % 15 > 1
        -- The further digit of both sets.
        AND in_first.puzzle_id = first.puzzle_id
        AND in_first.als_no = first.als_no
        AND in_first.digit <> first.digit
        AND in_second.puzzle_id = first.puzzle_id
        AND in_second.als_no = second.als_no
        AND in_second.digit = in_first.digit
        AND (in_first.victims_low & in_second.victims_low <> 0
            OR in_first.victims_high & in_second.victims_high <> 0
            OR in_second.low & ~in_first.victims_low = 0 AND in_second.high & ~in_first.victims_high = 0)
),
-- lost_digit has each digit that two sets eliminate, with the bits of the cells that lose it. Three arguments prove one, and each SELECT is one.
lost_digit (puzzle_id, digit, victims_low, victims_high, pattern) AS (
    -- One set loses the restricted common and then holds the common digit.
    SELECT c.puzzle_id, c.digit, c.victims_low, c.victims_high, c.key_of_sets + c.restricted * 10
    FROM common_digit AS c
    WHERE c.victims_low <> 0 OR c.victims_high <> 0
    UNION ALL
    -- If both digits are restricted commons, the pattern may also name both, the smaller one first.
    SELECT c.puzzle_id, c.digit, c.victims_low, c.victims_high,
        c.key_of_sets + CASE WHEN c.restricted < c.digit THEN c.restricted * 10 + c.digit ELSE c.digit * 10 + c.restricted END
    FROM common_digit AS c
    WHERE c.restricted_too = 1 AND (c.victims_low <> 0 OR c.victims_high <> 0)
    UNION ALL
    -- If both digits are restricted commons, each set loses one of them and holds its other digits.
    SELECT c.puzzle_id, other.digit, other.victims_low, other.victims_high, c.key_of_sets + c.restricted * 10 + c.digit
    FROM common_digit AS c
    CROSS JOIN als_digit AS other
    WHERE c.restricted_too = 1
        AND c.restricted < c.digit
        AND other.puzzle_id = c.puzzle_id
        AND other.als_no IN (c.first_no, c.second_no)
        AND other.digit NOT IN (c.restricted, c.digit)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT d.puzzle_id, 'als_xz', 0, v.cell, d.digit, MIN(d.pattern)
FROM lost_digit AS d
CROSS JOIN pencil_mark AS v
CROSS JOIN cell_bit AS b
WHERE v.puzzle_id = d.puzzle_id
    AND v.digit = d.digit
    AND b.cell = v.cell
    AND (b.low & d.victims_low <> 0 OR b.high & d.victims_high <> 0)
GROUP BY d.puzzle_id, v.cell, d.digit;
