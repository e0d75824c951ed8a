-- @technique franken_fish | Franken Fish, finned too | tier 540 | unfair | weight 370 | size 4 |
--   library 0330 0331 0332 0340 0341 03411 0342 03421
-- @technique mutant_fish | Mutant Fish, finned too | tier 550 | extreme | weight 450 | size 6 | solves with 4 |
--   library 0350 0351 0352 0360 0361 0362 03621 0363 0364
-- @technique franken_fish | tier 538 | unfair | weight 310 | size 2 | on request
-- @technique franken_fish | tier 539 | unfair | weight 340 | size 3 | on request
-- @technique franken_fish | tier 541 | unfair | weight 400 | size 5 | on request
-- @technique franken_fish | tier 542 | unfair | weight 430 | size 6 | on request
-- @technique mutant_fish | tier 548 | extreme | weight 390 | size 2 | on request
-- @technique mutant_fish | tier 549 | extreme | weight 420 | size 3 | on request
-- @technique mutant_fish | tier 551 | extreme | weight 480 | size 5 | on request
-- @technique mutant_fish | tier 552 | extreme | weight 510 | size 6 | on request
-- @family complex_fish
-- @idea A complex fish has boxes among its base and cover units. A candidate in more base units than cover units is a fin.
--   A candidate in more cover units than base units loses the digit when it sees all fins, because the base units would not
--   all find a place in the covers. Franken fish have rows against columns besides the boxes, and mutant fish mix all kinds
--   of units.
-- @spot franken_fish | Pick a digit and look for a fish in which a box takes the part of a row or of a column. Begin
--   with a box whose places lie in one or two columns, and add a row that has its places in the same columns.
-- @spot mutant_fish | Pick a digit and copy its places to an empty grid. Cover all places of a row, a column and a
--   box with as many other units, and look for a place in these that no chosen unit has.
-- @generalizes franken_fish | x_wing swordfish jellyfish finned_x_wing sashimi_x_wing finned_swordfish
--   sashimi_swordfish finned_jellyfish sashimi_jellyfish
-- @generalizes mutant_fish | franken_fish
-- @how The query assumes one candidate at a time, the victim, and removes the places that it sees. fish_unit has what is
--   left of each unit as bits, three for each place, which count base units less cover units. A recursive query adds a
--   cover unit while a place lacks one, and else a base unit. The victim is false when there are more bases than covers.
--   Only candidates that no template of the digit has are tried.
-- @source Common knowledge among players. Assume the victim and remove the candidates that it sees. If the remaining
--   candidates of some base units are in fewer cover units, the victim is false. The search covers one candidate at a
--   time, and adds a base unit when a cover is spare.
-- @reads pass, unit_name, place_mask, band_row, template_band, template_fit, location, pencil_mark, peer, fish_unit,
--   location_wide, pattern_part, pattern_member, deduction, deduction_evidence
-- @writes deduction, deduction_evidence, fish_unit
-- @needs boxes
-- @key number 8 size_less_1, number 8 fins, digit, boxes base_boxes, columns base_columns, rows base_rows, boxes cover_boxes,
--   columns cover_columns, rows cover_rows
-- @evidence base base_rows digit, base base_columns digit, base base_boxes digit, cover cover_rows digit, cover cover_columns
--   digit, cover cover_boxes digit
-- @note 7 fins are 7 or more. The sizes are 2 to 4 in solve, and up to pass.size, at most 6, in find. Each victim
--   gets the fish with the fewest base units, and among these the one with the fewest fins. If that fish has more
--   than 5 fins, the victim stays.
-- @words {{units "base"}} each need their {{digits "base"}}{{namely (by_unit "base" "base")}}.
-- @words {{too_few}}
-- @words That is too few, so {{effect}}.
-- @cost only candidates in no template of the digit. For each of them some hundred sets of bases and covers up to
--   size 4. If these prove nothing, find tries some ten thousand sets up to size 6.

-- Work table of complex_fish. A unit with the candidates of a digit that the victim does not see, three bits for each, 21
-- candidates to a word.
CREATE TEMP TABLE IF NOT EXISTS fish_unit (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    victim INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    unit_type TEXT NOT NULL,
    unit_bit INTEGER NOT NULL,
    unit_rank INTEGER NOT NULL,
    word_1 BIGINT NOT NULL,
    word_2 BIGINT NOT NULL,
    word_3 BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, digit, victim, unit_no)
);

DELETE FROM fish_unit
WHERE puzzle_id IN (SELECT p.puzzle_id FROM pass AS p WHERE p.technique IN ('franken_fish', 'mutant_fish'));

WITH digit_band AS (
    SELECT m.puzzle_id, m.digit, r.band, CAST(SUM(r.weight * COALESCE((
            SELECT d.places
            FROM place_mask AS d
            WHERE d.puzzle_id = m.puzzle_id AND d.unit_no = r.unit_no AND d.digit = m.digit
        ), m.filled)) AS BIGINT) AS cells
    FROM (
        SELECT p.puzzle_id, d.digit, 511 - CAST(SUM(u.singleton) AS BIGINT) AS filled
        FROM (SELECT DISTINCT x.puzzle_id FROM pass AS x WHERE x.technique IN ('franken_fish', 'mutant_fish')) AS p
        CROSS JOIN unit_name AS u
        CROSS JOIN place_mask AS d
        WHERE u.unit_type = 'column'
            AND d.puzzle_id = p.puzzle_id
            AND d.unit_no = u.unit_no
        GROUP BY p.puzzle_id, d.digit
    ) AS m
    CROSS JOIN band_row AS r
    GROUP BY m.puzzle_id, m.digit, r.band
),
live_band AS (
    SELECT d.puzzle_id, d.digit, d.band, d.cells, CAST(SUM(DISTINCT b.stacks) AS BIGINT) AS stacks
    FROM digit_band AS d
    CROSS JOIN template_band AS b
    WHERE b.cells & ~d.cells = 0
    GROUP BY d.puzzle_id, d.digit, d.band, d.cells
),
template AS (
    SELECT l.puzzle_id, l.digit, f.first_stacks, f.second_stacks, f.third_stacks, l.cells_1, l.cells_2, l.cells_3
    FROM (
        SELECT puzzle_id, digit,
            MIN(CASE band WHEN 1 THEN stacks END) AS stacks_1, MIN(CASE band WHEN 1 THEN cells END) AS cells_1,
            MIN(CASE band WHEN 2 THEN stacks END) AS stacks_2, MIN(CASE band WHEN 2 THEN cells END) AS cells_2,
            MIN(CASE band WHEN 3 THEN stacks END) AS stacks_3, MIN(CASE band WHEN 3 THEN cells END) AS cells_3
        FROM live_band
        GROUP BY puzzle_id, digit
    ) AS l
    CROSS JOIN template_fit AS f
    WHERE l.stacks_1 & f.first_stacks <> 0 AND l.stacks_2 & f.second_stacks <> 0 AND l.stacks_3 & f.third_stacks <> 0
),
kept_band AS (
    SELECT puzzle_id, digit, 1 AS band, cells_1 AS cells, CAST(SUM(DISTINCT first_stacks) AS BIGINT) AS stacks
    FROM template
    GROUP BY puzzle_id, digit, cells_1
    UNION ALL
    SELECT puzzle_id, digit, 2, cells_2, CAST(SUM(DISTINCT second_stacks) AS BIGINT)
    FROM template
    GROUP BY puzzle_id, digit, cells_2
    UNION ALL
    SELECT puzzle_id, digit, 3, cells_3, CAST(SUM(DISTINCT third_stacks) AS BIGINT)
    FROM template
    GROUP BY puzzle_id, digit, cells_3
),
template_row AS (
    SELECT k.puzzle_id, k.digit, r.unit_no, CAST(SUM(DISTINCT b.cells / r.weight & 511) AS BIGINT) AS places
    FROM kept_band AS k
    CROSS JOIN template_band AS b
    CROSS JOIN band_row AS r
    WHERE b.stacks & k.stacks <> 0
        AND b.cells & ~k.cells = 0
        AND r.band = k.band
    GROUP BY k.puzzle_id, k.digit, r.unit_no
),
victim AS (
    SELECT w.puzzle_id, w.digit, v.cell
    FROM template_row AS w
    CROSS JOIN place_mask AS d
    CROSS JOIN location AS v
    WHERE d.puzzle_id = w.puzzle_id
        AND d.unit_no = w.unit_no
        AND d.digit = w.digit
        AND v.unit_no = w.unit_no
        AND v.place & d.places & ~w.places <> 0
),
unseen AS (
    SELECT v.puzzle_id, v.digit, v.cell AS victim, m.cell,
        ROW_NUMBER() OVER (PARTITION BY v.puzzle_id, v.digit, v.cell ORDER BY m.cell) - 1 AS number
    FROM victim AS v
    CROSS JOIN pencil_mark AS m
    WHERE m.puzzle_id = v.puzzle_id
        AND m.digit = v.digit
        AND m.cell <> v.cell
        AND NOT EXISTS (
            SELECT 1
            FROM peer AS s
            WHERE s.cell = v.cell AND s.peer = m.cell
        )
),
unseen_bit AS (
    SELECT puzzle_id, digit, victim, cell, number / 21 AS word, CAST(1 AS BIGINT) << CAST(number % 21 * 3 AS INTEGER) AS weight
    FROM unseen
)
INSERT INTO fish_unit (puzzle_id, digit, victim, unit_no, unit_type, unit_bit, unit_rank, word_1, word_2, word_3)
SELECT n.puzzle_id, n.digit, n.victim, l.unit_no, l.unit_type, 1 << (l.unit_no - 1), COUNT(*) * 100 + l.unit_no,
    CAST(SUM(CASE n.word WHEN 0 THEN n.weight ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE n.word WHEN 1 THEN n.weight ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE n.word WHEN 2 THEN n.weight ELSE 0 END) AS BIGINT)
FROM unseen_bit AS n
CROSS JOIN location AS l
WHERE l.cell = n.cell AND l.unit_no <= 27
GROUP BY n.puzzle_id, n.digit, n.victim, l.unit_no, l.unit_type;

-- A word has three bits for each of 21 candidates, which hold the number of base units less the number of cover units plus
-- 3. So the highest of the three bits is set where a cover unit is missing, and the lower two are both set unless there is
-- a cover unit to spare. sign is 1 when a base unit comes next, and -1 when a cover unit does. The first base unit must be
-- the one with the most candidates, so that a set of base units is tried from one beginning only.
WITH RECURSIVE side (technique, base_not, cover_not) AS (
    SELECT 'franken_fish', 'column', 'row'
    UNION ALL
    SELECT 'franken_fish', 'row', 'column'
    UNION ALL
    SELECT 'mutant_fish', 'none', 'none'
),
fish (puzzle_id, technique, size, digit, victim, base_not, cover_not, first_rank, base, cover, bases, covers, sign,
    word_1, word_2, word_3) AS (
    SELECT u.puzzle_id, p.technique, CASE WHEN p.size < 4 THEN p.size ELSE 4 END, u.digit, u.victim, k.base_not, k.cover_not, u.unit_rank, u.unit_bit, 0, 1, 0, -1,
        3952873730080618203 + u.word_1, 3952873730080618203 + u.word_2, 3952873730080618203 + u.word_3
    FROM pass AS p
    CROSS JOIN side AS k
    CROSS JOIN fish_unit AS u
    WHERE k.technique = p.technique AND u.puzzle_id = p.puzzle_id AND u.unit_type <> k.base_not
    UNION
    SELECT f.puzzle_id, f.technique, f.size, f.digit, f.victim, f.base_not, f.cover_not, f.first_rank,
        CASE f.sign WHEN 1 THEN f.base + u.unit_bit ELSE f.base END,
        CASE f.sign WHEN 1 THEN f.cover ELSE f.cover + u.unit_bit END,
        CASE f.sign WHEN 1 THEN f.bases + 1 ELSE f.bases END,
        CASE f.sign WHEN 1 THEN f.covers ELSE f.covers + 1 END,
        CASE WHEN ((f.word_1 + f.sign * u.word_1) | (f.word_2 + f.sign * u.word_2) | (f.word_3 + f.sign * u.word_3))
            & 5270498306774157604 = 0 THEN 1 ELSE -1 END,
        f.word_1 + f.sign * u.word_1, f.word_2 + f.sign * u.word_2, f.word_3 + f.sign * u.word_3
    FROM fish AS f
    CROSS JOIN fish_unit AS u
    WHERE u.puzzle_id = f.puzzle_id
        AND u.digit = f.digit
        AND u.victim = f.victim
        AND u.unit_bit & (f.base | f.cover) = 0
        AND CASE
            WHEN f.sign = 1 THEN f.bases <= f.covers
                AND u.unit_rank < f.first_rank
                AND u.unit_type <> f.base_not
                AND ((u.word_1 & ~(f.word_1 & (f.word_1 >> 1))) | (u.word_2 & ~(f.word_2 & (f.word_2 >> 1)))
                    | (u.word_3 & ~(f.word_3 & (f.word_3 >> 1)))) <> 0
                AND (f.covers + 1 < f.size OR (u.word_1 & f.word_1 & (f.word_1 >> 1)) | (u.word_2 & f.word_2 & (f.word_2 >> 1))
                    | (u.word_3 & f.word_3 & (f.word_3 >> 1)) = 0)
            WHEN f.covers + 1 = f.size
                OR u.unit_type = f.cover_not
                OR f.covers + 2 = f.size AND (((f.word_1 & 5270498306774157604) >> 2) & ~u.word_1) | (((f.word_2 & 5270498306774157604) >> 2) & ~u.word_2)
                    | (((f.word_3 & 5270498306774157604) >> 2) & ~u.word_3) <> 0
                THEN 1 = 0
            WHEN f.word_1 & 5270498306774157604 <> 0
                THEN u.word_1 & (((f.word_1 & 5270498306774157604) & -(f.word_1 & 5270498306774157604)) >> 2) <> 0
            WHEN f.word_2 & 5270498306774157604 <> 0
                THEN u.word_2 & (((f.word_2 & 5270498306774157604) & -(f.word_2 & 5270498306774157604)) >> 2) <> 0
            ELSE u.word_3 & (((f.word_3 & 5270498306774157604) & -(f.word_3 & 5270498306774157604)) >> 2) <> 0
        END
),
proof AS (
    SELECT f.puzzle_id, f.technique, f.digit, f.victim, f.cover_not, f.base, f.cover, f.bases,
        MIN(f.bases) OVER (PARTITION BY f.puzzle_id, f.technique, f.digit, f.victim) AS least
    FROM fish AS f
    WHERE f.sign = 1 AND f.bases > f.covers
),
whole_fish AS (
    SELECT f.puzzle_id, f.technique, f.digit, f.victim, f.bases, f.base, f.cover + (1 << (v.unit_no - 1)) AS cover
    FROM proof AS f
    CROSS JOIN location AS v
    WHERE f.bases = f.least AND v.cell = f.victim AND v.unit_no <= 27 AND v.unit_type <> f.cover_not
),
counted AS (
    SELECT f.puzzle_id, f.technique, f.digit, f.victim, f.bases, f.base, f.cover, (
            SELECT COUNT(*)
            FROM pencil_mark AS m
            CROSS JOIN location_wide AS l
            WHERE m.puzzle_id = f.puzzle_id
                AND m.digit = f.digit
                AND l.cell = m.cell
                AND ((f.base >> (l.row_no - 1)) & 1) + ((f.base >> (8 + l.column_no)) & 1) + ((f.base >> (17 + l.box_no)) & 1)
                    > ((f.cover >> (l.row_no - 1)) & 1) + ((f.cover >> (8 + l.column_no)) & 1) + ((f.cover >> (17 + l.box_no)) & 1)
        ) AS fins
    FROM whole_fish AS f
    WHERE CASE f.technique
        WHEN 'franken_fish' THEN (f.base | f.cover) >> 18 <> 0
        ELSE (f.base & 511 <> 0 OR f.cover & 261632 <> 0) AND (f.base & 261632 <> 0 OR f.cover & 511 <> 0)
    END
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT f.puzzle_id, f.technique, 0, f.victim, f.digit,
    MIN((((f.bases - 1) * 8 + CASE WHEN f.fins < 7 THEN f.fins ELSE 7 END) * 10 + f.digit) * 18014398509481984
        + f.base * CAST(134217728 AS BIGINT) + f.cover)
FROM counted AS f
WHERE f.fins <= 5
GROUP BY f.puzzle_id, f.technique, f.victim, f.digit;

-- The same for larger fish, for candidates that no fish of up to four units eliminated.
WITH RECURSIVE side (technique, base_not, cover_not) AS (
    SELECT 'franken_fish', 'column', 'row'
    UNION ALL
    SELECT 'franken_fish', 'row', 'column'
    UNION ALL
    SELECT 'mutant_fish', 'none', 'none'
),
fish (puzzle_id, technique, size, digit, victim, base_not, cover_not, first_rank, base, cover, bases, covers, sign,
    word_1, word_2, word_3) AS (
    SELECT u.puzzle_id, p.technique, p.size, u.digit, u.victim, k.base_not, k.cover_not, u.unit_rank, u.unit_bit, 0, 1, 0, -1,
        3952873730080618203 + u.word_1, 3952873730080618203 + u.word_2, 3952873730080618203 + u.word_3
    FROM pass AS p
    CROSS JOIN side AS k
    CROSS JOIN fish_unit AS u
    WHERE p.size > 4
        AND k.technique = p.technique
        AND u.puzzle_id = p.puzzle_id
        AND u.unit_type <> k.base_not
        AND NOT EXISTS (
            SELECT 1
            FROM deduction AS d
            WHERE d.puzzle_id = p.puzzle_id AND d.technique = p.technique AND d.cell = u.victim AND d.digit = u.digit
        )
    UNION
    SELECT f.puzzle_id, f.technique, f.size, f.digit, f.victim, f.base_not, f.cover_not, f.first_rank,
        CASE f.sign WHEN 1 THEN f.base + u.unit_bit ELSE f.base END,
        CASE f.sign WHEN 1 THEN f.cover ELSE f.cover + u.unit_bit END,
        CASE f.sign WHEN 1 THEN f.bases + 1 ELSE f.bases END,
        CASE f.sign WHEN 1 THEN f.covers ELSE f.covers + 1 END,
        CASE WHEN ((f.word_1 + f.sign * u.word_1) | (f.word_2 + f.sign * u.word_2) | (f.word_3 + f.sign * u.word_3))
            & 5270498306774157604 = 0 THEN 1 ELSE -1 END,
        f.word_1 + f.sign * u.word_1, f.word_2 + f.sign * u.word_2, f.word_3 + f.sign * u.word_3
    FROM fish AS f
    CROSS JOIN fish_unit AS u
    WHERE u.puzzle_id = f.puzzle_id
        AND u.digit = f.digit
        AND u.victim = f.victim
        AND u.unit_bit & (f.base | f.cover) = 0
        AND CASE
            WHEN f.sign = 1 THEN f.bases <= f.covers
                AND u.unit_rank < f.first_rank
                AND u.unit_type <> f.base_not
                AND ((u.word_1 & ~(f.word_1 & (f.word_1 >> 1))) | (u.word_2 & ~(f.word_2 & (f.word_2 >> 1)))
                    | (u.word_3 & ~(f.word_3 & (f.word_3 >> 1)))) <> 0
                AND (f.covers + 1 < f.size OR (u.word_1 & f.word_1 & (f.word_1 >> 1)) | (u.word_2 & f.word_2 & (f.word_2 >> 1))
                    | (u.word_3 & f.word_3 & (f.word_3 >> 1)) = 0)
            WHEN f.covers + 1 = f.size
                OR u.unit_type = f.cover_not
                OR f.covers + 2 = f.size AND (((f.word_1 & 5270498306774157604) >> 2) & ~u.word_1) | (((f.word_2 & 5270498306774157604) >> 2) & ~u.word_2)
                    | (((f.word_3 & 5270498306774157604) >> 2) & ~u.word_3) <> 0
                THEN 1 = 0
            WHEN f.word_1 & 5270498306774157604 <> 0
                THEN u.word_1 & (((f.word_1 & 5270498306774157604) & -(f.word_1 & 5270498306774157604)) >> 2) <> 0
            WHEN f.word_2 & 5270498306774157604 <> 0
                THEN u.word_2 & (((f.word_2 & 5270498306774157604) & -(f.word_2 & 5270498306774157604)) >> 2) <> 0
            ELSE u.word_3 & (((f.word_3 & 5270498306774157604) & -(f.word_3 & 5270498306774157604)) >> 2) <> 0
        END
),
proof AS (
    SELECT f.puzzle_id, f.technique, f.digit, f.victim, f.cover_not, f.base, f.cover, f.bases,
        MIN(f.bases) OVER (PARTITION BY f.puzzle_id, f.technique, f.digit, f.victim) AS least
    FROM fish AS f
    WHERE f.sign = 1 AND f.bases > f.covers
),
whole_fish AS (
    SELECT f.puzzle_id, f.technique, f.digit, f.victim, f.bases, f.base, f.cover + (1 << (v.unit_no - 1)) AS cover
    FROM proof AS f
    CROSS JOIN location AS v
    WHERE f.bases = f.least AND v.cell = f.victim AND v.unit_no <= 27 AND v.unit_type <> f.cover_not
),
counted AS (
    SELECT f.puzzle_id, f.technique, f.digit, f.victim, f.bases, f.base, f.cover, (
            SELECT COUNT(*)
            FROM pencil_mark AS m
            CROSS JOIN location_wide AS l
            WHERE m.puzzle_id = f.puzzle_id
                AND m.digit = f.digit
                AND l.cell = m.cell
                AND ((f.base >> (l.row_no - 1)) & 1) + ((f.base >> (8 + l.column_no)) & 1) + ((f.base >> (17 + l.box_no)) & 1)
                    > ((f.cover >> (l.row_no - 1)) & 1) + ((f.cover >> (8 + l.column_no)) & 1) + ((f.cover >> (17 + l.box_no)) & 1)
        ) AS fins
    FROM whole_fish AS f
    WHERE CASE f.technique
        WHEN 'franken_fish' THEN (f.base | f.cover) >> 18 <> 0
        ELSE (f.base & 511 <> 0 OR f.cover & 261632 <> 0) AND (f.base & 261632 <> 0 OR f.cover & 511 <> 0)
    END
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT f.puzzle_id, f.technique, 0, f.victim, f.digit,
    MIN((((f.bases - 1) * 8 + CASE WHEN f.fins < 7 THEN f.fins ELSE 7 END) * 10 + f.digit) * 18014398509481984
        + f.base * CAST(134217728 AS BIGINT) + f.cover)
FROM counted AS f
WHERE f.fins <= 5
GROUP BY f.puzzle_id, f.technique, f.victim, f.digit;

-- @shared fish_evidence
INSERT INTO run_fish_evidence DEFAULT VALUES;
