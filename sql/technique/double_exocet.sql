-- @technique double_exocet | Double Exocet | tier 572 | extreme | weight 560
-- @family exotic
-- @alias Double Junior Exocet, Double JE, JE2
-- @idea Two exocets in a band have the same four digits and the same three lines that cross the band, and four different
--   targets. If both bases held a digit, neither target of one of them could hold it, so the four base cells hold the
--   four digits. Whichever base has a digit, its targets have it in one of the three lines, and the other two lines have
--   it outside of the band. If two lines cover all its places there, these two lines lose it in all other cells.
-- @spot Find an exocet. Then look for a second base with the same digits, in another line and box of the band, whose third
--   cell lies in the line that crosses through a target of the first.
-- @how pair joins two rows of junior_exocet. place_mask gives the places of a digit in the three lines that cross, and
--   combination says whether they lie in two lines.
-- @source D. P. Bird described it in the JExocet Compendium, on the forum of the players.
-- @reads pass, junior_exocet, combination, combination_member, place_mask, unit_cell, token, location, deduction
-- @writes deduction, one elimination for each cell and digit, and deduction_evidence, the second base and the lines that cross
-- @needs boxes
-- @key digits, unit line, places base in line, cell target, cell other, unit line_two, cell target_two, cell other_two
-- @evidence base_cell base, target target, target other, target target_two, target other_two
-- @words {{with each "base_cell"}}{{shown (join (index . 0) (index . 1))}} are the base of an exocet, and {{shown
--   (join (index . 2) (index . 3))}} the base of another, both with the digits {{digits "crossing"}}.{{end}}
-- @words {{with each "target"}}The targets of the first are {{shown (join (index . 0) (index . 1))}}, and those of
--   the second {{shown (join (index . 2) (index . 3))}}.{{end}}
-- @words If both bases held the same digit, the targets of one of them could not hold it. So each of the digits is in
--   one base only, and one of the targets of this base holds it, in one of {{units "crossing"}}.
-- @words The other two of these lines have the digit outside of the three boxes of bases and targets. There all its
--   places lie in at most two lines. Where they are two, each of these two has the digit there, and so nowhere
--   else{{namely covers}}. So {{effect}}.
-- @cost the pairs of exocets, times four digits

WITH pair AS (
    SELECT a.puzzle_id, a.digits, a.line_no, a.spare_no, a.crossing_no, a.other_no, a.lines,
        ((a.pattern / 1000000 * 100 + b.line_no) * 100 + b.target) * 100 + b.other AS pattern
    FROM pass AS p
    CROSS JOIN junior_exocet AS a
    CROSS JOIN junior_exocet AS b
    CROSS JOIN combination AS n
    WHERE p.technique = 'double_exocet'
        AND a.puzzle_id = p.puzzle_id
        AND b.puzzle_id = a.puzzle_id
        AND b.digits = a.digits
        AND b.line_no > a.line_no
        AND b.lines = a.lines
        AND (1 << b.spare_no) + (1 << b.crossing_no) + (1 << b.other_no) = (1 << a.spare_no) + (1 << a.crossing_no) + (1 << a.other_no)
        AND b.target NOT IN (a.target, a.other)
        AND b.other NOT IN (a.target, a.other)
        AND n.combination_id = a.digits
        AND n.size = 4
),
-- The two lines that cover all places of a digit in the three lines that cross the band. crossed has the positions of these three.
cover AS (
    SELECT x.puzzle_id, x.pattern, m.member AS digit, (x.line_no - 1) / 9 * 9 + c.member AS unit_no,
        (1 << ((x.spare_no - 1) % 9)) + (1 << ((x.crossing_no - 1) % 9)) + (1 << ((x.other_no - 1) % 9)) AS crossed
    FROM pair AS x
    CROSS JOIN combination_member AS m
    CROSS JOIN place_mask AS i
    CROSS JOIN place_mask AS j
    CROSS JOIN place_mask AS k
    CROSS JOIN combination_member AS c
    CROSS JOIN combination AS n
    WHERE m.combination_id = x.digits
        AND i.puzzle_id = x.puzzle_id
        AND i.digit = m.member
        AND i.unit_no = x.spare_no
        AND j.puzzle_id = x.puzzle_id
        AND j.digit = m.member
        AND j.unit_no = x.crossing_no
        AND k.puzzle_id = x.puzzle_id
        AND k.digit = m.member
        AND k.unit_no = x.other_no
        AND c.combination_id = (i.places | j.places | k.places) & ~x.lines
        AND n.combination_id = c.combination_id
        AND n.size = 2
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT x.puzzle_id, 'double_exocet', 0, l.cell, x.digit, MIN(x.pattern)
FROM cover AS x
CROSS JOIN token AS t
CROSS JOIN unit_cell AS u
CROSS JOIN location AS l
WHERE t.digit = x.digit
    AND u.puzzle_id = x.puzzle_id
    AND u.unit_no = x.unit_no
    AND u.place & x.crossed = 0
    AND u.mask & t.mask <> 0
    AND l.unit_no = u.unit_no
    AND l.place = u.place
GROUP BY x.puzzle_id, l.cell, x.digit;

-- The cells of the second base, and then the digits that each line misses which crosses the band.
WITH pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, a.digits, a.spare_no, a.crossing_no, a.other_no
    FROM deduction AS d
    CROSS JOIN junior_exocet AS a
    WHERE d.technique = 'double_exocet' AND a.puzzle_id = d.puzzle_id AND a.pattern / 1000000 = d.pattern / 1000000
),
part (puzzle_id, pattern, role, cell, digit, unit_no) AS (
    SELECT d.puzzle_id, d.pattern, 'base_cell', l.cell, CAST(NULL AS INTEGER), CAST(NULL AS INTEGER)
    FROM pattern AS d
    CROSS JOIN junior_exocet AS b
    CROSS JOIN location AS l
    WHERE b.puzzle_id = d.puzzle_id
        AND b.digits = d.digits
        AND b.line_no = d.pattern / 10000 % 100
        AND b.target = d.pattern / 100 % 100
        AND b.other = d.pattern % 100
        AND b.spare_no IN (d.spare_no, d.crossing_no, d.other_no)
        AND l.unit_no = b.line_no
        AND l.place & b.base <> 0
    UNION ALL
    SELECT d.puzzle_id, d.pattern, 'crossing', NULL, m.member, k.unit_no
    FROM pattern AS d
    CROSS JOIN combination_member AS m
    CROSS JOIN place_mask AS k
    WHERE m.combination_id = d.digits
        AND k.puzzle_id = d.puzzle_id
        AND k.digit = m.member
        AND k.unit_no IN (d.spare_no, d.crossing_no, d.other_no)
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT q.puzzle_id, 'double_exocet', q.pattern,
    1000 + ROW_NUMBER() OVER (PARTITION BY q.puzzle_id, q.pattern ORDER BY q.role, q.cell, q.digit, q.unit_no), q.role, q.cell, q.digit, q.unit_no
FROM part AS q;
