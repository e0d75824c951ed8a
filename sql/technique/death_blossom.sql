-- @technique death_blossom | Death Blossom | tier 530 | unfair | weight 360 | library 0904
-- @family als
-- @alias Aligned Pair Exclusion, APE
-- @idea One cell is the stem. For each of its candidates there is an almost locked set, the petal, all of whose places for
--   that digit see the stem, and a petal may serve several candidates. All petals also have one further digit that the
--   stem lacks. A candidate of this digit that sees all its places in all petals goes. If it held, every petal would lose the
--   digit and hold all its others, and nothing would be left for the stem.
-- @spot Take a cell with two or three candidates as the stem, and find for each of them a group with one digit more
--   than cells whose places of it the stem sees. If all groups have one further digit, look for a candidate that sees
--   all its places.
-- @generalizes xy_wing
-- @how The query sight lists for each set and digit the candidates of the digit that see all its places in the set. Joined to itself
--   it gives the petals, in which the stem sees one digit of a set and the victim another. A stem with as many
--   petals for one victim as it has candidates is a blossom, which GROUP BY counts.
-- @source Common knowledge among players. Sets may have any size and may overlap.
-- @reads pass, candidate_mask, place_mask, pencil_mark, location, token, cell_bit, als_digit, als_place, deduction
-- @writes deduction, deduction_evidence
-- @key number 100 cells, cell stem, digit, cell victim
-- @words {{shown "stem"}} is the stem of a blossom with a petal for each of its candidates.
-- @words {{sets}}
-- @words {{petals}}
-- @words Nothing would be left for {{cells "stem"}}. So {{effect}}.
-- @cost all pairs of two digits of a set, with the cells that see all their places

-- A stem may have several petals for a digit. The one with the fewest cells counts.
WITH sight AS (
    SELECT DISTINCT a.puzzle_id, a.als_no, a.size, a.digit, l.cell
    FROM pass AS p
    CROSS JOIN als_place AS a
    CROSS JOIN place_mask AS d
    CROSS JOIN location AS l
    WHERE p.technique = 'death_blossom'
        AND a.puzzle_id = p.puzzle_id
        AND d.puzzle_id = a.puzzle_id
        AND d.unit_no = a.unit_no
        AND d.digit = a.digit
        AND l.unit_no = a.unit_no
        AND l.place & d.places & ~a.places <> 0
),
petal AS (
    SELECT s.puzzle_id, s.cell AS stem, m.mask, s.digit AS restricted, v.digit, v.cell AS victim, MIN(s.size) AS size
    FROM sight AS s
    INNER JOIN sight AS v ON v.puzzle_id = s.puzzle_id AND v.als_no = s.als_no
    CROSS JOIN candidate_mask AS m
    CROSS JOIN token AS t
    WHERE v.digit <> s.digit
        AND m.puzzle_id = s.puzzle_id
        AND m.cell = s.cell
        AND m.mask % 15 > 1
        AND t.digit = v.digit
        AND m.mask & t.mask = 0
    GROUP BY s.puzzle_id, s.cell, m.mask, s.digit, v.digit, v.cell
),
blossom AS (
    SELECT puzzle_id, stem, digit, victim, CAST(SUM(size) AS BIGINT) AS cells
    FROM petal
    GROUP BY puzzle_id, stem, digit, victim
    HAVING COUNT(*) = MIN(mask) % 15
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT b.puzzle_id, 'death_blossom', 0, b.victim, b.digit, MIN(((b.cells * 100 + b.stem) * 10 + b.digit) * 100 + b.victim)
FROM blossom AS b
GROUP BY b.puzzle_id, b.victim, b.digit;

-- The parts of the blossoms. The stem comes first, then each petal with the digits of the stem that it serves and its cells. chosen has the
-- set that serves a digit of the stem, and petal_digit is the first digit that the set serves.
WITH pattern AS (
    SELECT DISTINCT d.puzzle_id, d.pattern
    FROM deduction AS d
    WHERE d.technique = 'death_blossom'
),
chosen (puzzle_id, pattern, digit, als_code) AS (
    SELECT p.puzzle_id, p.pattern, s.digit, MIN(s.size * 100000 + s.als_no)
    FROM pattern AS p
    CROSS JOIN pencil_mark AS m
    CROSS JOIN cell_bit AS c
    CROSS JOIN cell_bit AS v
    CROSS JOIN als_digit AS s
    CROSS JOIN als_digit AS z
    WHERE m.puzzle_id = p.puzzle_id
        AND m.cell = p.pattern / 1000 % 100
        AND c.cell = m.cell
        AND v.cell = p.pattern % 100
        AND s.puzzle_id = p.puzzle_id
        AND s.digit = m.digit
        AND (s.victims_low & c.low <> 0 OR s.victims_high & c.high <> 0)
        AND z.puzzle_id = s.puzzle_id
        AND z.als_no = s.als_no
        AND z.digit = p.pattern / 100 % 10
        AND (z.victims_low & v.low <> 0 OR z.victims_high & v.high <> 0)
    GROUP BY p.puzzle_id, p.pattern, s.digit
),
part (puzzle_id, pattern, petal_digit, role, cell, digit) AS (
    SELECT puzzle_id, pattern, 0, 'stem', pattern / 1000 % 100, CAST(NULL AS INTEGER)
    FROM pattern
    UNION ALL
    SELECT puzzle_id, pattern, MIN(digit) OVER (PARTITION BY puzzle_id, pattern, als_code), 'restricted', 0, digit
    FROM chosen
    UNION ALL
    SELECT t.puzzle_id, t.pattern, t.digit,
        'set_' || SUBSTR('abcdefghi', CAST(DENSE_RANK() OVER (PARTITION BY t.puzzle_id, t.pattern ORDER BY t.digit) AS INTEGER), 1),
        l.cell, NULL
    FROM (
        SELECT puzzle_id, pattern, als_code, MIN(digit) AS digit
        FROM chosen
        GROUP BY puzzle_id, pattern, als_code
    ) AS t
    INNER JOIN location AS l ON l.unit_no = t.als_code % 100000 / 1000 AND l.place & t.als_code % 1000 <> 0
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT q.puzzle_id, 'death_blossom', q.pattern,
    ROW_NUMBER() OVER (PARTITION BY q.puzzle_id, q.pattern ORDER BY q.petal_digit, q.cell, q.digit), q.role, NULLIF(q.cell, 0), q.digit, NULL
FROM part AS q;
