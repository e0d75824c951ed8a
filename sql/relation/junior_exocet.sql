-- A base of two open cells with two targets, as exocet describes them. Two lines cover all places of each digit of the base in the
-- three lines that cross the band through the targets and the spare cell, which is the third cell beside the base.
CREATE TEMP TABLE IF NOT EXISTS junior_exocet ( -- a base of an exocet with its two targets
    puzzle_id BIGINT NOT NULL, -- The puzzle
    digits INTEGER NOT NULL, -- The three or four candidates of the base, a combination_id
    line_no INTEGER NOT NULL, -- The row or column of the base, a unit_no
    base INTEGER NOT NULL, -- The two cells of the base, the sum of their location.place in this line
    target INTEGER NOT NULL, -- The target in the smaller of the other two lines of the band
    other INTEGER NOT NULL, -- The target in the greater one
    spare_no INTEGER NOT NULL, -- The line that crosses the band through the third cell beside the base
    crossing_no INTEGER NOT NULL, -- The line that crosses it through target
    other_no INTEGER NOT NULL, -- The line that crosses it through other
    lines INTEGER NOT NULL, -- The three lines of the band, the sum of their singleton
    target_digits INTEGER NOT NULL, -- The digits of the base that target can hold, a combination_id
    other_digits INTEGER NOT NULL, -- The digits of the base that other can hold
    pattern BIGINT NOT NULL, -- The key of exocet and exocet_mirror
    PRIMARY KEY (puzzle_id, digits, line_no, base, target, other)
); -- @clustered

DELETE FROM junior_exocet;

INSERT INTO junior_exocet (puzzle_id, digits, line_no, base, target, other, spare_no, crossing_no, other_no, lines,
    target_digits, other_digits, pattern)
WITH base AS (
    SELECT c.puzzle_id, f.unit_no AS line_no, f.second_no, f.third_no, f.lines, c.third, c.places, f.crossing - c.places AS spare,
        c.mask, n.combination_id AS digits, CASE WHEN f.unit_no <= 9 THEN 9 ELSE 0 END AS turn
    FROM unit_third AS c
    CROSS JOIN line_frame AS f
    CROSS JOIN combination AS n
    WHERE c.size = 2
        AND c.mask % 15 BETWEEN 3 AND 4
        AND f.unit_no = c.unit_no
        AND f.box_no BETWEEN 19 AND 27
        AND f.crossing & c.places <> 0
        AND n.mask = c.mask
),
-- The cells of the other two lines and boxes of the band that have a digit of the base. box_no misses all of these digits.
target AS MATERIALIZED (
    SELECT b.puzzle_id, b.line_no, b.places AS base, b.mask, t.unit_no, t.third, t.place, t.mask & b.mask AS own, l.cell,
        l.position + b.turn AS crossing_no
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
        t.own AS target_own, t.crossing_no, o.cell AS other, o.own AS other_own, o.crossing_no AS other_no
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
-- The places of a digit in the three lines outside of the band, and the digit as a set if it is a candidate of a target.
outside AS (
    SELECT a.puzzle_id, a.digits, a.line_no, a.base, a.target, a.other, a.spare_no, a.crossing_no, a.other_no, a.lines,
        COALESCE((SELECT d.places FROM place_mask AS d
            WHERE d.puzzle_id = a.puzzle_id AND d.digit = m.member AND d.unit_no = a.spare_no), 512) & ~a.lines AS x,
        COALESCE((SELECT d.places FROM place_mask AS d
            WHERE d.puzzle_id = a.puzzle_id AND d.digit = m.member AND d.unit_no = a.crossing_no), 1024) & ~a.lines AS y,
        COALESCE((SELECT d.places FROM place_mask AS d
            WHERE d.puzzle_id = a.puzzle_id AND d.digit = m.member AND d.unit_no = a.other_no), 2048) & ~a.lines AS z,
        CASE WHEN a.target_own & t.mask <> 0 THEN 1 << (m.member - 1) ELSE 0 END AS target_digit,
        CASE WHEN a.other_own & t.mask <> 0 THEN 1 << (m.member - 1) ELSE 0 END AS other_digit
    FROM aim AS a
    CROSS JOIN combination_member AS m
    CROSS JOIN token AS t
    WHERE m.combination_id = a.digits AND t.digit = m.member
)
-- Two lines cover the places if one of the three lines has none, two have one in common at most, or all three two at most. A
-- target holds a digit only if the other two of the three lines can both have it outside of the band.
SELECT o.puzzle_id, o.digits, o.line_no, o.base, o.target, o.other, o.spare_no, o.crossing_no, o.other_no, o.lines,
    SUM(CASE WHEN o.x <> 0 AND o.z <> 0 AND (o.x | o.z) & ((o.x | o.z) - 1) <> 0 THEN o.target_digit ELSE 0 END),
    SUM(CASE WHEN o.x <> 0 AND o.y <> 0 AND (o.x | o.y) & ((o.x | o.y) - 1) <> 0 THEN o.other_digit ELSE 0 END),
    ((((((o.digits * CAST(100 AS BIGINT) + o.line_no) * 1000 + o.base) * 100 + o.target) * 100 + o.other) * 100 + o.spare_no) * 100
        + o.crossing_no) * 100 + o.other_no
FROM outside AS o
CROSS JOIN combination AS n
WHERE n.combination_id = o.digits
    AND (o.x = 0 OR o.y = 0 OR o.z = 0
        OR (o.x | o.y) & ((o.x | o.y) - 1) = 0
        OR (o.x | o.z) & ((o.x | o.z) - 1) = 0
        OR (o.y | o.z) & ((o.y | o.z) - 1) = 0
        OR (o.x | o.y | o.z) & ((o.x | o.y | o.z) - 1) & (((o.x | o.y | o.z) & ((o.x | o.y | o.z) - 1)) - 1) = 0)
GROUP BY o.puzzle_id, o.digits, o.line_no, o.base, o.target, o.other, o.spare_no, o.crossing_no, o.other_no, o.lines, n.size
HAVING COUNT(*) = n.size;
