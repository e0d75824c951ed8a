-- @technique exocet | Junior Exocet | tier 571 | extreme | weight 550
-- @family exotic
-- @alias JE
-- @idea Two cells where a box and a line meet, the base, have three or four digits together, and two cells of the other
--   two boxes and lines of the band are the targets. Three lines cross the band through the targets and through the third
--   cell beside the base. If the base holds a digit and the cell beside each target in the other line cannot hold it, each of
--   the three lines has the digit outside of the band unless its target holds it. If two lines cover all its places there,
--   a target must hold it, so the targets hold the two digits of the base. A target cannot hold a digit for which one
--   line covers all places in the other two of the three lines outside of the band, and a digit that no target can hold is not
--   in the base.
-- @spot Look for two cells of a box in a line with the same three or four candidates. Choose a cell in each of the other
--   two boxes and lines of the band, and count the places of each digit in the three lines that cross.
-- @how relation/junior_exocet.sql finds the base, the targets and the three lines that cross. place_mask gives the places of a
--   digit in these. A digit that a line holds already takes a place of its own there.
-- @source Champagne found the pattern, and D. P. Bird described it in the JExocet Compendium, on the forum of the players.
-- @reads pass, junior_exocet, location, pencil_mark
-- @writes deduction
-- @needs boxes
-- @key digits, unit line, places base in line, cell target, cell other, unit spare, unit crossing, unit other_crossing
-- @evidence base_cell base, target target, target other, crossing spare digits, crossing crossing digits, crossing
--   other_crossing digits
-- @words {{shown "base_cell"}} are the base of an exocet and hold two of the digits {{digits "crossing"}}. The
--   targets are {{shown "target"}}.
-- @words Suppose that the base holds a digit and neither target does. Then {{units "crossing"}} each have the digit
--   outside of the three boxes of base and targets. But there all its places lie in at most two lines, which hold it
--   at most twice{{namely covers}}.
-- @words So the two targets hold the two digits of the base{{with off_target}}.{{line}}{{.}}{{line}}So{{else}},
--   and{{end}} {{effect}}.
-- @cost the pairs of open cells of 54 intersections, times 18 pairs of targets, times four digits

-- The targets lose all digits that they cannot hold, and the base loses the digits that no target can hold.
WITH victim AS (
    SELECT e.puzzle_id, v.cell, v.digit, e.pattern
    FROM pass AS p
    CROSS JOIN junior_exocet AS e
    CROSS JOIN pencil_mark AS v
    WHERE p.technique = 'exocet'
        AND e.puzzle_id = p.puzzle_id
        AND v.puzzle_id = e.puzzle_id
        AND v.cell IN (e.target, e.other)
        AND (1 << (v.digit - 1)) & CASE v.cell WHEN e.target THEN e.target_digits ELSE e.other_digits END = 0
    UNION ALL
    SELECT e.puzzle_id, v.cell, v.digit, e.pattern
    FROM pass AS p
    CROSS JOIN junior_exocet AS e
    CROSS JOIN location AS l
    CROSS JOIN pencil_mark AS v
    WHERE p.technique = 'exocet'
        AND e.puzzle_id = p.puzzle_id
        AND l.unit_no = e.line_no
        AND l.place & e.base <> 0
        AND v.puzzle_id = e.puzzle_id
        AND v.cell = l.cell
        AND (1 << (v.digit - 1)) & (e.target_digits | e.other_digits) = 0
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'exocet', 0, v.cell, v.digit, MIN(v.pattern)
FROM victim AS v
GROUP BY v.puzzle_id, v.cell, v.digit;
