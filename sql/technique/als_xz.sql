-- @technique als_xz | Almost Locked Sets XZ | tier 500 | unfair | weight 300 | library 0901
-- @family als
-- @alias Aligned Pair Exclusion, APE
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

-- A digit that two sets share besides their restricted common. It counts when some candidate sees its places in both sets, and
-- when it is a second restricted common (linked). The sign in +a.als_no keeps SQLite from looking for b.als_no by the inequality.
WITH shared AS (
    SELECT a.puzzle_id, a.als_no, b.als_no AS other_no, a.digit AS restricted, v.digit,
        v.victims_low & w.victims_low AS low, v.victims_high & w.victims_high AS high,
        ((CAST(a.size + b.size AS BIGINT) * 100000 + a.als_no) * 100000 + b.als_no) * 100 AS pattern,
        CASE WHEN w.low & ~v.victims_low = 0 AND w.high & ~v.victims_high = 0 THEN 1 ELSE 0 END AS linked
    FROM pass AS p
    CROSS JOIN als_place AS a
    CROSS JOIN als_place AS b
    CROSS JOIN als_digit AS v
    CROSS JOIN als_digit AS w
    WHERE p.technique = 'als_xz'
        AND a.puzzle_id = p.puzzle_id
        AND b.puzzle_id = a.puzzle_id
        AND b.digit = a.digit
        AND b.unit_no = a.unit_no
        AND b.als_no > +a.als_no
        AND b.places & a.places = 0
        AND (b.mask & a.mask) % 15 > 1
        AND v.puzzle_id = a.puzzle_id
        AND v.als_no = a.als_no
        AND v.digit <> a.digit
        AND w.puzzle_id = a.puzzle_id
        AND w.als_no = b.als_no
        AND w.digit = v.digit
        AND (v.victims_low & w.victims_low <> 0 OR v.victims_high & w.victims_high <> 0
            OR w.low & ~v.victims_low = 0 AND w.high & ~v.victims_high = 0)
),
-- A shared digit leaves the cells that see all its places in both sets. When it is a second restricted common, the pattern may also be
-- named by both, and the smaller key counts. With two restricted commons the other digits of each set leave the cells that see them.
leaving (puzzle_id, digit, low, high, pattern) AS (
    SELECT s.puzzle_id, s.digit, s.low, s.high, s.pattern + s.restricted * 10
    FROM shared AS s
    WHERE s.low <> 0 OR s.high <> 0
    UNION ALL
    SELECT s.puzzle_id, s.digit, s.low, s.high,
        s.pattern + CASE WHEN s.restricted < s.digit THEN s.restricted * 10 + s.digit ELSE s.digit * 10 + s.restricted END
    FROM shared AS s
    WHERE s.linked = 1 AND (s.low <> 0 OR s.high <> 0)
    UNION ALL
    SELECT s.puzzle_id, v.digit, v.victims_low, v.victims_high, s.pattern + s.restricted * 10 + s.digit
    FROM shared AS s
    CROSS JOIN als_digit AS v
    WHERE s.linked = 1
        AND s.restricted < s.digit
        AND v.puzzle_id = s.puzzle_id
        AND v.als_no IN (s.als_no, s.other_no)
        AND v.digit NOT IN (s.restricted, s.digit)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'als_xz', 0, m.cell, v.digit, MIN(v.pattern)
FROM leaving AS v
CROSS JOIN pencil_mark AS m
CROSS JOIN cell_bit AS c
WHERE m.puzzle_id = v.puzzle_id
    AND m.digit = v.digit
    AND c.cell = m.cell
    AND (c.low & v.low <> 0 OR c.high & v.high <> 0)
GROUP BY v.puzzle_id, m.cell, v.digit;
