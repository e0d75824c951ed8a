-- @technique finned_x_wing | Finned X-Wing | tier 350 | hard | weight 130 | size 2 | library 0310
-- @technique sashimi_x_wing | Sashimi X-Wing | tier 360 | hard | weight 150 | size 2 | library 0320
-- @technique finned_swordfish | Finned Swordfish | tier 370 | unfair | weight 200 | size 3 | library 0311 03111
-- @technique sashimi_swordfish | Sashimi Swordfish | tier 380 | unfair | weight 240 | size 3 | library 0321 03211
-- @technique finned_jellyfish | Finned Jellyfish | tier 390 | unfair | weight 250 | size 4 | library 0312 03121
-- @technique sashimi_jellyfish | Sashimi Jellyfish | tier 400 | unfair | weight 260 | size 4 | library 0322 03221
-- @family finned_fish
-- @idea A finned fish is a basic fish that has further places, the fins, in its base lines outside the cover lines, all in
--   one box. Either a fin holds the digit, or the fish is a basic one. So a cell of a cover line loses the digit when it
--   lies in the box of the fins and in no base line. The fish is called sashimi when a base line with fins has at most one
--   place left in the cover lines.
-- @spot finned_x_wing | Look for an X-Wing that is spoiled by one or two more candidates in one of its lines, in the
--   box of a corner. Look for what goes in that box, in the line of the corner that crosses.
-- @spot sashimi_x_wing | Look for an X-Wing with a corner that is missing, and with one or two candidates in the box
--   of that corner instead. Look for what goes in that box, in the line of the missing corner that crosses.
-- @spot finned_swordfish | Look for three lines that would be a Swordfish without one or two candidates in one box.
--   Look for what goes in that box, in a line that the fish covers.
-- @spot sashimi_swordfish | Look for a finned Swordfish with a line that would keep one place or none without its
--   fins. Begin with a box where a digit has two places in one line, take them as the fins, and look for two more
--   lines.
-- @spot finned_jellyfish | Pick a digit that is missing from many lines, and look for four that would be a Jellyfish
--   without one or two candidates in one box. Look for what goes in that box, in a line that the fish covers.
-- @spot sashimi_jellyfish | Look for a finned Jellyfish with a line that would keep one place or none without its
--   fins. Begin with a box where a digit has two places in one line, take them as the fins, and look for three more
--   lines.
-- @how base is a recursive query. It begins with a line and one of its boxes, which may have fins, and adds further lines
--   as long as size crossing lines hold all places outside that box. superset gives the covers. finned_victim keeps the
--   results for the finned and the sashimi technique of one size.
-- @source Common knowledge among players. The names go by size.
-- @reads pass, unit_name, place_mask, line_frame, combination, superset, location, finned_victim, pattern_part,
--   pattern_member, deduction, deduction_evidence
-- @writes deduction, deduction_evidence, finned_victim
-- @key orientation, digit, lines base in orientation, crossings cover in orientation
-- @evidence base base digit, cover cover digit
-- @words In {{units "base"}} the {{digits "base"}} is in {{units "cover"}}, apart from the {{verb "fin" "fin" "fins"}}
--   {{cells "fin"}}{{namely (by_unit "base" "base" "fin")}}.
-- @words sashimi_x_wing sashimi_swordfish sashimi_jellyfish | {{with thin}}Without the {{verb "fin" "fin" "fins"}} {{.}}
--   would have one place left at most, which is what makes this fish a sashimi.{{end}}
-- @words If {{verb "fin" "the fin is not" "no fin is"}} {{digits "base"}}, {{units "base"}} use up {{units "cover"}}, and
--   {{victims}} {{verb victims "is not" "are not"}} {{digits "base"}}. If {{verb "fin" "the fin is" "a fin is"}} {{digits
--   "base"}}, {{victims}} {{verb victims "sees it and is not" "see it and are not"}} {{digits "base"}}.
-- @words Either way {{effect}}.
-- @cost all pairs of a line and a box that cross, then more lines as long as size crossing lines have all places
--   outside of the box

-- Work table of finned_fish. A finned fish by its base lines and its cover, and a cell that loses the digit.
CREATE TEMP TABLE IF NOT EXISTS finned_victim (
    puzzle_id BIGINT NOT NULL,
    size INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    unit_type TEXT NOT NULL,
    lines INTEGER NOT NULL,
    cover INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    sashimi INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, size, digit, unit_type, lines, cover, cell)
);

-- @reuse size
DELETE FROM finned_victim;

-- A finned fish and the lines that it leaves are two fish with the same fins and victims, finned or sashimi. When all
-- smaller fish have been tried (pass.skip_complements is 1), a digit with fewer than 2 * size open lines is left out.
-- @reuse size
WITH RECURSIVE open_digit AS (
    SELECT p.puzzle_id, p.size, d.digit
    FROM (
        SELECT DISTINCT a.puzzle_id, a.size, a.skip_complements
        FROM pass AS a
        WHERE a.technique IN ('finned_x_wing', 'sashimi_x_wing', 'finned_swordfish', 'sashimi_swordfish',
            'finned_jellyfish', 'sashimi_jellyfish')
    ) AS p
    CROSS JOIN unit_name AS u
    CROSS JOIN place_mask AS d
    WHERE u.unit_type = 'row'
        AND d.puzzle_id = p.puzzle_id
        AND d.unit_no = u.unit_no
    GROUP BY p.puzzle_id, p.size, p.skip_complements, d.digit
    HAVING COUNT(*) >= 2 * p.size * p.skip_complements
),
line_range AS (
    SELECT n.unit_type, MIN(n.unit_no) AS low_no, MAX(n.unit_no) AS high_no
    FROM unit_name AS n
    WHERE n.unit_type IN ('row', 'column')
    GROUP BY n.unit_type
),
base (puzzle_id, size, digit, unit_type, box_lines, crossing, first_no, last_no, high_no, taken,
    lines, inside, outside) AS (
    SELECT d.puzzle_id, p.size, d.digit, u.unit_type, f.lines, f.crossing, u.unit_no, n.low_no - 1, n.high_no, 1,
        u.singleton, d.places & f.crossing, d.places & ~f.crossing
    FROM open_digit AS p
    CROSS JOIN line_range AS n
    CROSS JOIN unit_name AS u
    CROSS JOIN place_mask AS d
    CROSS JOIN line_frame AS f
    WHERE u.unit_no BETWEEN n.low_no AND n.high_no
        AND d.puzzle_id = p.puzzle_id
        AND d.unit_no = u.unit_no
        AND d.digit = p.digit
        AND f.unit_no = u.unit_no
        AND f.crossing & d.places <> 0
        AND NOT EXISTS (
            SELECT 1
            FROM combination AS o
            WHERE o.combination_id = d.places & ~f.crossing AND o.size >= p.size
        )
    UNION ALL
    SELECT b.puzzle_id, b.size, b.digit, b.unit_type, b.box_lines, b.crossing, b.first_no, u.unit_no, b.high_no, b.taken + 1,
        b.lines + u.singleton,
        b.inside | CASE WHEN u.singleton & b.box_lines <> 0 THEN d.places & b.crossing ELSE 0 END,
        o.combination_id
    FROM base AS b
    CROSS JOIN unit_name AS u
    CROSS JOIN place_mask AS d
    CROSS JOIN combination AS o
    WHERE b.taken < b.size
        AND u.unit_no > b.last_no
        AND u.unit_no <= b.high_no
        AND u.unit_no <> b.first_no
        AND d.puzzle_id = b.puzzle_id
        AND d.unit_no = u.unit_no
        AND d.digit = b.digit
        AND o.combination_id = b.outside | CASE WHEN u.singleton & b.box_lines <> 0 THEN d.places & ~b.crossing ELSE d.places END
        AND CASE WHEN u.singleton & b.box_lines <> 0 THEN d.places & ~b.crossing ELSE d.places END <> 0
        AND o.size <= b.size - CASE WHEN o.combination_id & b.crossing = 0 THEN 1 ELSE 0 END
        AND b.box_lines & ~(b.lines + u.singleton) <> 0
),
fish AS (
    SELECT b.puzzle_id, b.size, b.digit, b.unit_type, b.lines, s.superset_id AS cover,
        b.box_lines & b.lines AS finned, b.box_lines & ~b.lines AS victims, b.crossing & s.superset_id AS crossing
    FROM base AS b
    CROSS JOIN superset AS s
    WHERE b.taken = b.size
        AND b.box_lines & ~b.lines <> 0
        AND s.combination_id = b.outside
        AND s.size = b.size
        AND s.superset_id & b.crossing <> 0
        AND b.inside & ~s.superset_id <> 0
)
INSERT INTO finned_victim (puzzle_id, size, digit, unit_type, lines, cover, cell, sashimi)
SELECT DISTINCT f.puzzle_id, f.size, f.digit, f.unit_type, f.lines, f.cover, v.cell,
    CASE WHEN EXISTS (
        SELECT 1
        FROM unit_name AS n
        CROSS JOIN place_mask AS k
        WHERE n.unit_type = f.unit_type
            AND n.singleton & f.finned <> 0
            AND k.puzzle_id = f.puzzle_id
            AND k.unit_no = n.unit_no
            AND k.digit = f.digit
            AND k.places & ~f.cover <> 0
            AND (k.places & f.cover) & ((k.places & f.cover) - 1) = 0
    ) THEN 1 ELSE 0 END
FROM fish AS f
CROSS JOIN unit_name AS r
CROSS JOIN place_mask AS d
CROSS JOIN location AS v
WHERE r.unit_type = f.unit_type
    AND r.singleton & f.victims <> 0
    AND d.puzzle_id = f.puzzle_id
    AND d.unit_no = r.unit_no
    AND d.digit = f.digit
    AND d.places & f.crossing <> 0
    AND v.unit_no = r.unit_no
    AND v.place & d.places & f.crossing <> 0;

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, p.technique, 0, v.cell, v.digit,
    MIN(((CASE v.unit_type WHEN 'row' THEN 1 ELSE 2 END * 10 + v.digit) * 1000 + v.lines) * 1000 + v.cover)
FROM pass AS p
CROSS JOIN finned_victim AS v
WHERE p.technique IN ('finned_x_wing', 'sashimi_x_wing', 'finned_swordfish', 'sashimi_swordfish',
        'finned_jellyfish', 'sashimi_jellyfish')
    AND v.puzzle_id = p.puzzle_id
    AND v.size = p.size
    AND EXISTS (
        SELECT 1
        FROM finned_victim AS k
        WHERE k.puzzle_id = v.puzzle_id
            AND k.size = v.size
            AND k.digit = v.digit
            AND k.unit_type = v.unit_type
            AND k.lines = v.lines
            AND k.sashimi = CASE WHEN p.technique IN ('sashimi_x_wing', 'sashimi_swordfish', 'sashimi_jellyfish') THEN 1 ELSE 0 END
    )
GROUP BY v.puzzle_id, p.technique, v.cell, v.digit;

-- @shared fish_evidence
INSERT INTO run_fish_evidence DEFAULT VALUES;
