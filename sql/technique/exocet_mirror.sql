-- @technique exocet_mirror | Exocet Mirror | tier 573 | extreme | weight 570
-- @family exotic
-- @alias Mirror Node
-- @generalizes exocet
-- @idea The targets of an exocet hold the two digits of the base. The line of the base has the digit of a target in the base,
--   and the line of the target has it there. So the box of the other target has this digit in the third line, in one of the
--   two cells beside the other target, which are the mirror of the first target. Try each pair of digits that the targets,
--   the base and the mirrors can hold. A candidate goes if every pair eliminates it.
-- @spot Find an exocet. A digit that the two cells beside a target cannot hold is not in the other target.
-- @how option has the places of a digit of a target in its mirror. option_case joins two of them, one for each target, and an
--   order of the two digits in the base. Each case fills six cells. loss has what these eliminate, and COUNT finds what
--   every case eliminates.
-- @source The rules for mirror nodes of D. P. Bird, JExocet Compendium, on the forum of the players.
-- @reads pass, junior_exocet, location, token, pencil_mark, peer, combination_member, deduction
-- @writes deduction, one elimination for each cell and digit, and deduction_evidence, the digits in the boxes of the targets
-- @needs boxes
-- @key digits, unit line, places base in line, cell target, cell other, unit spare, unit crossing, unit other_crossing
-- @evidence base_cell base, target target, target other, crossing spare digits, crossing crossing digits, crossing
--   other_crossing digits
-- @words {{shown "base_cell"}} are the base of an exocet, and {{shown "target"}} its targets. In {{units
--   "crossing"}}, outside of the three boxes of base and targets, all places of each digit lie in at most two
--   lines{{namely covers}}. So the targets hold the two digits of the base.
-- @words {{off_target}}
-- @words {{units "mirror"}} have one target each. Each of the two boxes also has the digit of the other target, in
--   the same line of the band as its own target, because the base and the other target take the other two lines of
--   the band.
-- @words Every pair of digits that the base, the targets and the cells beside the targets can hold eliminates the
--   same candidates. So {{effect}}.
-- @cost the exocets, times at most 96 cases, times the peers of six cells

-- A digit of a target with a place in its mirror. side is 1 for target and 2 for other.
WITH option AS MATERIALIZED (
    SELECT e.puzzle_id, e.pattern, e.line_no, e.base, s.digit AS side, CASE s.digit WHEN 1 THEN e.target ELSE e.other END AS cell, w.digit,
        i.cell AS image
    FROM pass AS p
    CROSS JOIN junior_exocet AS e
    CROSS JOIN token AS s
    CROSS JOIN location AS o
    CROSS JOIN location AS i
    CROSS JOIN pencil_mark AS w
    WHERE p.technique = 'exocet_mirror'
        AND e.puzzle_id = p.puzzle_id
        AND s.digit <= 2
        AND o.cell = CASE s.digit WHEN 1 THEN e.other ELSE e.target END
        AND (o.unit_no - 1) / 9 = (e.line_no - 1) / 9
        AND i.unit_no = o.unit_no
        AND (i.position - 1) / 3 = (o.position - 1) / 3
        AND i.cell <> o.cell
        AND w.puzzle_id = e.puzzle_id
        AND w.cell = i.cell
        AND CASE s.digit WHEN 1 THEN e.target_digits ELSE e.other_digits END & (1 << (w.digit - 1)) <> 0
),
-- Two digits for the targets, their places in the mirrors, and the first of the two digits in the base.
option_case AS MATERIALIZED (
    SELECT a.puzzle_id, a.pattern, a.cell, a.digit, a.image, b.cell AS other, b.digit AS other_digit, b.image AS other_image,
        f.cell AS first, x.digit AS first_digit, g.cell AS second, y.digit AS second_digit,
        ((a.digit * 100 + a.image) * 100 + b.digit) * 1000 + b.image * 10 + x.digit AS case_no
    FROM option AS a
    CROSS JOIN option AS b
    CROSS JOIN location AS f
    CROSS JOIN location AS g
    CROSS JOIN pencil_mark AS x
    CROSS JOIN pencil_mark AS y
    WHERE a.side = 1
        AND b.puzzle_id = a.puzzle_id
        AND b.pattern = a.pattern
        AND b.side = 2
        AND b.digit <> a.digit
        AND f.unit_no = a.line_no
        AND f.place & a.base <> 0
        AND g.unit_no = a.line_no
        AND g.place & a.base > f.place
        AND x.puzzle_id = a.puzzle_id
        AND x.cell = f.cell
        AND x.digit IN (a.digit, b.digit)
        AND y.puzzle_id = a.puzzle_id
        AND y.cell = g.cell
        AND y.digit = a.digit + b.digit - x.digit
),
case_cell AS MATERIALIZED (
    SELECT c.puzzle_id, c.pattern, c.case_no,
        CASE t.digit WHEN 1 THEN c.cell WHEN 2 THEN c.image WHEN 3 THEN c.other WHEN 4 THEN c.other_image WHEN 5 THEN c.first ELSE c.second END
            AS cell,
        CASE t.digit WHEN 1 THEN c.digit WHEN 2 THEN c.digit WHEN 3 THEN c.other_digit WHEN 4 THEN c.other_digit WHEN 5 THEN c.first_digit
            ELSE c.second_digit END AS digit
    FROM option_case AS c
    CROSS JOIN token AS t
    WHERE t.digit <= 6
),
loss AS (
    SELECT c.puzzle_id, c.pattern, c.case_no, v.cell, v.digit
    FROM case_cell AS c
    CROSS JOIN pencil_mark AS v
    WHERE v.puzzle_id = c.puzzle_id AND v.cell = c.cell AND v.digit <> c.digit
    UNION
    SELECT c.puzzle_id, c.pattern, c.case_no, v.cell, v.digit
    FROM case_cell AS c
    CROSS JOIN peer AS n
    CROSS JOIN pencil_mark AS v
    WHERE n.cell = c.cell AND v.puzzle_id = c.puzzle_id AND v.cell = n.peer AND v.digit = c.digit
),
victim AS (
    SELECT s.puzzle_id, s.pattern, s.cell, s.digit
    FROM loss AS s
    GROUP BY s.puzzle_id, s.pattern, s.cell, s.digit
    HAVING COUNT(*) = (SELECT COUNT(*) FROM option_case AS c WHERE c.puzzle_id = s.puzzle_id AND c.pattern = s.pattern)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'exocet_mirror', 0, v.cell, v.digit, MIN(v.pattern)
FROM victim AS v
GROUP BY v.puzzle_id, v.cell, v.digit;

INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT d.puzzle_id, 'exocet_mirror', d.pattern, 1000 + ROW_NUMBER() OVER (PARTITION BY d.puzzle_id, d.pattern ORDER BY m.member, l.cell = e.other),
    'mirror', CAST(NULL AS INTEGER), m.member, l.unit_no
FROM (SELECT DISTINCT o.puzzle_id, o.pattern FROM deduction AS o WHERE o.technique = 'exocet_mirror') AS d
CROSS JOIN junior_exocet AS e
CROSS JOIN combination_member AS m
CROSS JOIN location AS l
WHERE e.puzzle_id = d.puzzle_id
    AND e.pattern = d.pattern
    AND m.combination_id = e.digits
    AND l.cell IN (e.target, e.other)
    AND l.unit_no BETWEEN 19 AND 27;
