-- @technique death_blossom | Death Blossom | tier 530 | unfair | weight 360 | library 0904
-- @family als
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

-- sight lists for each digit of a set the candidates of the digit that see all its places in the set.
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
-- petal has the size of the smallest set of which the stem sees the restricted digit and the victim sees another digit, which the stem lacks.
petal AS (
    SELECT at_stem.puzzle_id, at_stem.cell AS stem, m.mask, at_stem.digit AS restricted, at_victim.digit, at_victim.cell AS victim,
        MIN(at_stem.size) AS size
    FROM sight AS at_stem
    INNER JOIN sight AS at_victim ON at_victim.puzzle_id = at_stem.puzzle_id AND at_victim.als_no = at_stem.als_no
    CROSS JOIN candidate_mask AS m
    CROSS JOIN token AS t
    WHERE at_victim.digit <> at_stem.digit
        AND m.puzzle_id = at_stem.puzzle_id
        AND m.cell = at_stem.cell
        AND m.mask % 15 > 1
        AND t.digit = at_victim.digit
        AND m.mask & t.mask = 0
    GROUP BY at_stem.puzzle_id, at_stem.cell, m.mask, at_stem.digit, at_victim.digit, at_victim.cell
),
-- blossom keeps a stem that has a petal for each of its candidates, all with the same victim.
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

-- The evidence of a blossom. The stem comes first, then each petal, which is the digits of the stem that it serves and then its cells.
-- blossom reads the stem, the digit and the victim from the pattern.
WITH blossom AS (
    SELECT DISTINCT d.puzzle_id, d.pattern, d.pattern / 1000 % 100 AS stem, d.pattern / 100 % 10 AS digit, d.pattern % 100 AS victim
    FROM deduction AS d
    WHERE d.technique = 'death_blossom'
),
-- served_digit picks a set for each candidate of the stem. The set has the candidate, and its places see the stem. It also has the digit of
-- the blossom, and these places see the victim. The smallest set counts, then the smallest als_no.
served_digit AS (
    SELECT b.puzzle_id, b.pattern, at_stem.digit, MIN(at_stem.size * 100000 + at_stem.als_no) % 100000 AS als_no
    FROM blossom AS b
    CROSS JOIN pencil_mark AS m
    CROSS JOIN cell_bit AS stem_bit
    CROSS JOIN cell_bit AS victim_bit
    CROSS JOIN als_digit AS at_stem
    CROSS JOIN als_digit AS at_victim
    WHERE m.puzzle_id = b.puzzle_id
        AND m.cell = b.stem
        AND stem_bit.cell = b.stem
        AND victim_bit.cell = b.victim
        AND at_stem.puzzle_id = b.puzzle_id
        AND at_stem.digit = m.digit
        AND (at_stem.victims_low & stem_bit.low <> 0 OR at_stem.victims_high & stem_bit.high <> 0)
        AND at_victim.puzzle_id = at_stem.puzzle_id
        AND at_victim.als_no = at_stem.als_no
        AND at_victim.digit = b.digit
        AND (at_victim.victims_low & victim_bit.low <> 0 OR at_victim.victims_high & victim_bit.high <> 0)
    GROUP BY b.puzzle_id, b.pattern, at_stem.digit
),
-- petal has each set of a blossom once. petal_no counts them from 1, in the order of the first digits that they serve.
petal AS (
    SELECT puzzle_id, pattern, als_no, ROW_NUMBER() OVER (PARTITION BY puzzle_id, pattern ORDER BY MIN(digit)) AS petal_no
    FROM served_digit
    GROUP BY puzzle_id, pattern, als_no
),
-- part has the rows of the evidence. petal_no is 0 for the stem, and the cell is 0 for a digit. An als_no is unit_no * 1000 + places.
part (puzzle_id, pattern, petal_no, role, cell, digit) AS (
    SELECT puzzle_id, pattern, 0, 'stem', stem, CAST(NULL AS INTEGER)
    FROM blossom
    UNION ALL
    SELECT f.puzzle_id, f.pattern, f.petal_no, 'restricted', 0, s.digit
    FROM petal AS f
    INNER JOIN served_digit AS s ON s.puzzle_id = f.puzzle_id AND s.pattern = f.pattern AND s.als_no = f.als_no
    UNION ALL
    SELECT f.puzzle_id, f.pattern, f.petal_no, 'set_' || SUBSTR('abcdefghi', CAST(f.petal_no AS INTEGER), 1), l.cell, NULL
    FROM petal AS f
    INNER JOIN location AS l ON l.unit_no = f.als_no / 1000 AND l.place & f.als_no % 1000 <> 0
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT q.puzzle_id, 'death_blossom', q.pattern,
    ROW_NUMBER() OVER (PARTITION BY q.puzzle_id, q.pattern ORDER BY q.petal_no, q.cell, q.digit), q.role, NULLIF(q.cell, 0), q.digit, NULL
FROM part AS q;
