-- @technique exocet | Junior Exocet | tier 573 | extreme | weight 550
-- @family exotic
-- @alias JE
-- @idea Two cells where a box and a line meet, the base, have three or four digits together, and two cells of the other
--   two boxes and lines of the band are the targets. Three lines cross the band through the targets and through the third
--   cell beside the base. If the base holds a digit and neither target does, and the cell beside each target in the other
--   line cannot hold it, each of these three lines has the digit outside of the band. If two lines cover all its places
--   there, that cannot be. So the targets hold the two digits of the base, and a digit that no target can hold is not in
--   the base.
-- @spot Look for two cells of a box in a line with the same three or four candidates. Choose a cell in each of the other
--   two boxes and lines of the band, and count the places of each digit in the three lines that cross.
-- @how base has two open cells of a third of a line. aim adds the two targets, and the three lines that cross. place_mask
--   gives the places of a digit in these. A digit that a line holds already takes a place of its own there.
-- @source Champagne found the pattern, and D. P. Bird described it in the JExocet Compendium, on the forum of the players.
-- @reads pass, unit_third, line_frame, combination, combination_member, unit_cell, unit_state, location, place_mask, pencil_mark
-- @writes deduction
-- @needs boxes
-- @key digits, unit line, places base in line, cell target, cell other, unit spare, unit crossing, unit other_crossing
-- @evidence base_cell base, target target, target other, crossing spare digits, crossing crossing digits, crossing
--   other_crossing digits
-- @words {{shown "base_cell"}} are the base of an exocet. It holds two of the digits {{digits "crossing"}}. The targets are
--   {{shown "target"}}.
-- @words Suppose that the base holds a digit and neither target does. Then {{units "crossing"}} each have the digit outside
--   of the band. But two lines cover all its places there.
-- @words So the two targets hold the two digits of the base, and {{effect}}.
-- @cost the pairs of open cells of 54 intersections, times 18 pairs of targets, times four digits

WITH base AS (
    SELECT c.puzzle_id, f.unit_no AS line_no, f.second_no, f.third_no, f.lines, c.third, c.places, f.crossing - c.places AS spare,
        c.mask, n.combination_id AS digits, CASE WHEN f.unit_no <= 9 THEN 9 ELSE 0 END AS turn
    FROM pass AS p
    CROSS JOIN unit_third AS c
    CROSS JOIN line_frame AS f
    CROSS JOIN combination AS n
    WHERE p.technique = 'exocet'
        AND c.puzzle_id = p.puzzle_id
        AND c.size = 2
        AND c.mask % 15 BETWEEN 3 AND 4
        AND f.unit_no = c.unit_no
        AND f.box_no BETWEEN 19 AND 27
        AND f.crossing & c.places <> 0
        AND n.mask = c.mask
),
-- The cells of the other two lines and boxes of the band that have a digit of the base. box_no misses all of these digits.
target AS MATERIALIZED (
    SELECT b.puzzle_id, b.line_no, b.places AS base, b.mask, t.unit_no, t.third, t.place, l.cell, l.position + b.turn AS crossing_no
    FROM base AS b
    CROSS JOIN unit_cell AS t
    CROSS JOIN location AS l
    CROSS JOIN location AS x
    CROSS JOIN unit_state AS s
    WHERE t.puzzle_id = b.puzzle_id
        AND t.unit_no IN (b.second_no, b.third_no)
        AND t.third <> b.third
        AND t.mask & b.mask <> 0
        AND l.unit_no = t.unit_no
        AND l.place = t.place
        AND x.cell = l.cell
        AND x.unit_no BETWEEN 19 AND 27
        AND s.puzzle_id = b.puzzle_id
        AND s.unit_no = x.unit_no
        AND b.mask & ~s.missing = 0
),
-- Two targets. The cell beside each in the line of the other has no digit of the base.
aim AS MATERIALIZED (
    SELECT b.puzzle_id, b.digits, b.line_no, b.places AS base, b.lines, l.position + b.turn AS spare_no, t.cell AS target,
        t.crossing_no, o.cell AS other, o.crossing_no AS other_no
    FROM base AS b
    CROSS JOIN target AS t
    CROSS JOIN target AS o
    CROSS JOIN location AS l
    WHERE t.puzzle_id = b.puzzle_id
        AND t.line_no = b.line_no
        AND t.base = b.places
        AND t.unit_no = b.second_no
        AND o.puzzle_id = b.puzzle_id
        AND o.line_no = b.line_no
        AND o.base = b.places
        AND o.unit_no = b.third_no
        AND o.third <> t.third
        AND l.unit_no = b.line_no
        AND l.place = b.spare
        AND NOT EXISTS (
            SELECT 1
            FROM unit_cell AS k
            WHERE k.puzzle_id = b.puzzle_id
                AND k.mask & b.mask <> 0
                AND (k.unit_no = o.unit_no AND k.place = t.place OR k.unit_no = t.unit_no AND k.place = o.place)
        )
),
-- The places of a digit in the three lines outside of the band.
outside AS (
    SELECT a.puzzle_id, a.digits, a.line_no, a.base, a.target, a.other, a.spare_no, a.crossing_no, a.other_no,
        COALESCE((SELECT d.places FROM place_mask AS d
            WHERE d.puzzle_id = a.puzzle_id AND d.digit = m.member AND d.unit_no = a.spare_no), 512) & ~a.lines AS x,
        COALESCE((SELECT d.places FROM place_mask AS d
            WHERE d.puzzle_id = a.puzzle_id AND d.digit = m.member AND d.unit_no = a.crossing_no), 1024) & ~a.lines AS y,
        COALESCE((SELECT d.places FROM place_mask AS d
            WHERE d.puzzle_id = a.puzzle_id AND d.digit = m.member AND d.unit_no = a.other_no), 2048) & ~a.lines AS z
    FROM aim AS a
    CROSS JOIN combination_member AS m
    WHERE m.combination_id = a.digits
),
-- Two lines cover the places if one of the three lines has none, two have one in common at most, or all three two at most.
covered AS (
    SELECT o.puzzle_id, o.digits, o.target, o.other, o.line_no, o.base,
        ((((((o.digits * CAST(100 AS BIGINT) + o.line_no) * 1000 + o.base) * 100 + o.target) * 100 + o.other) * 100 + o.spare_no) * 100
            + o.crossing_no) * 100 + o.other_no AS pattern
    FROM outside AS o
    WHERE o.x = 0 OR o.y = 0 OR o.z = 0
        OR (o.x | o.y) & ((o.x | o.y) - 1) = 0
        OR (o.x | o.z) & ((o.x | o.z) - 1) = 0
        OR (o.y | o.z) & ((o.y | o.z) - 1) = 0
        OR (o.x | o.y | o.z) & ((o.x | o.y | o.z) - 1) & (((o.x | o.y | o.z) & ((o.x | o.y | o.z) - 1)) - 1) = 0
),
exocet AS MATERIALIZED (
    SELECT c.puzzle_id, c.digits, c.target, c.other, c.line_no, c.base, c.pattern
    FROM covered AS c
    CROSS JOIN combination AS n
    WHERE n.combination_id = c.digits
    GROUP BY c.puzzle_id, c.digits, c.target, c.other, c.line_no, c.base, c.pattern, n.size
    HAVING COUNT(*) = n.size
),
-- The targets lose all other digits, and the base loses the digits that no target has.
victim AS (
    SELECT e.puzzle_id, v.cell, v.digit, e.pattern
    FROM exocet AS e
    CROSS JOIN pencil_mark AS v
    WHERE v.puzzle_id = e.puzzle_id AND v.cell IN (e.target, e.other) AND (1 << (v.digit - 1)) & e.digits = 0
    UNION ALL
    SELECT e.puzzle_id, v.cell, v.digit, e.pattern
    FROM exocet AS e
    CROSS JOIN location AS l
    CROSS JOIN pencil_mark AS v
    WHERE l.unit_no = e.line_no
        AND l.place & e.base <> 0
        AND v.puzzle_id = e.puzzle_id
        AND v.cell = l.cell
        AND NOT EXISTS (
            SELECT 1
            FROM pencil_mark AS m
            WHERE m.puzzle_id = v.puzzle_id AND m.digit = v.digit AND m.cell IN (e.target, e.other)
        )
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'exocet', 0, v.cell, v.digit, MIN(v.pattern)
FROM victim AS v
GROUP BY v.puzzle_id, v.cell, v.digit;
