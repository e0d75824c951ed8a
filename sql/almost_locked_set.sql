-- @technique als_xz | Almost Locked Sets XZ | tier 500 | unfair | weight 300 | size 2 | library 0901
-- @technique als_xy_wing | Almost Locked Sets XY-Wing | tier 510 | unfair | weight 320 | size 3 | library 0902
-- @technique als_chain | Almost Locked Sets Chain | tier 520 | unfair | weight 340 | size 4 | library 0903
-- @technique death_blossom | Death Blossom | tier 530 | unfair | weight 360 | library 0904
-- @family als
-- @idea An almost locked set is cells of one unit with one digit more than cells, so without any one
--   of its digits it holds all the others. A digit is a restricted common of two sets when all its places
--   in one see all its places in the other, for then it is in one of them at most. Assume a candidate z that sees all z of a
--   set. The set holds its other digits, so the sets next to it go without the restricted common, so they hold all of
--   their others, and so on. When the last set loses z to the same candidate there is a digit too few, so
--   the candidate goes. Two sets make als_xz, three als_xy_wing, any number als_chain. Two sets with two
--   restricted commons hold one of these each, so their other digits leave what sees all places in a set, and
--   the two leave what sees their places in both. In a death blossom all digits of a cell, the
--   stem, are restricted commons with sets, the petals, that have z besides. If z takes a digit out of
--   every petal but one that stays for the stem, nothing is left for the stem. Sets
--   of any size count, and they may overlap.
-- @source Common knowledge among players.
-- @reads pass, candidate_mask, place_mask, pencil_mark, location, unit_name, token, cell_bit, cell_group, unit_third,
--   almost_locked_set, als_digit, als_place, chain_strong, chain_link, chain_reach, deduction
-- @writes deduction, deduction_evidence, almost_locked_set, als_digit, als_place, chain_strong, chain_link,
--   chain_reach
-- @key als_xz | number 100 cells, unit first, places in_first in first, unit second, places in_second in second, digit common,
--   digit other_common
-- @key als_xy_wing | number 100 cells, unit first, places in_first in first, unit second, places in_second in second, unit
--   middle, places in_middle in middle, digit common, digit other_common
-- @key als_chain | number 100 sets, digit, number 100000 start, number 100000 end
-- @key death_blossom | number 100 cells, cell stem, digit, cell victim
-- @evidence als_xz | set_a in_first, restricted common, restricted other_common, set_b in_second
-- @evidence als_xy_wing | set_a in_first, restricted common, set_b in_middle, restricted other_common, set_c in_second
-- @note A set is a unit and places in it. Of two outer sets the smaller comes first. A common digit is restricted, 0 is none.
--   The ends of als_chain are the group_no of the cells where the outer sets have the digit.
-- @words death_blossom | {{shown "stem"}} is the stem of a blossom with a petal for each of its candidates.
-- @words {{sets}}
-- @words als_xz | {{two_sets}}
-- @words als_xy_wing als_chain | {{row_of_sets}}
-- @words death_blossom | {{petals}}
-- @words als_xz als_xy_wing als_chain | So {{effect}}.
-- @words death_blossom | Nothing would be left for {{cells "stem"}}. So {{effect}}.
-- @cost the sets of cells of all units, then the pairs of sets that have a digit in one unit

-- Cells of one unit with one digit more than cells together. als_no is the group_no of the cells.
CREATE TEMP TABLE IF NOT EXISTS almost_locked_set (
    puzzle_id BIGINT NOT NULL,
    als_no INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, als_no)
);

-- A digit of an almost locked set, the cells that hold it there, and the other candidates of the
-- digit that all of them see. A digit without such victims is left out, nothing follows from it.
CREATE TEMP TABLE IF NOT EXISTS als_digit (
    puzzle_id BIGINT NOT NULL,
    als_no INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    group_no INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    low BIGINT NOT NULL,
    high BIGINT NOT NULL,
    victims_low BIGINT NOT NULL,
    victims_high BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, als_no, digit)
);

-- The same once for every unit in which the holders lie and have a victim.
CREATE TEMP TABLE IF NOT EXISTS als_place (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    als_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    group_no INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, digit, unit_no, als_no)
);

-- @notes
DELETE FROM almost_locked_set;

-- The remainder by 15 is the number of digits in a mask.
-- @notes
INSERT INTO almost_locked_set (puzzle_id, als_no, unit_no, places, size, mask)
SELECT a.puzzle_id, s.group_no, a.unit_no, s.places, a.size + b.size + c.size, a.mask | b.mask | c.mask
FROM unit_third AS a
CROSS JOIN unit_third AS b
CROSS JOIN unit_third AS c
CROSS JOIN cell_group AS s
WHERE a.third = 1
    AND b.puzzle_id = a.puzzle_id
    AND b.unit_no = a.unit_no
    AND b.third = 2
    AND c.puzzle_id = a.puzzle_id
    AND c.unit_no = a.unit_no
    AND c.third = 3
    AND (a.mask | b.mask | c.mask) % 15 = a.size + b.size + c.size + 1
    AND s.unit_no = a.unit_no
    AND s.places = a.places + b.places + c.places
    AND s.group_no = a.unit_no * 1000 + a.places + b.places + c.places;

-- @notes
DELETE FROM als_digit;

-- @notes
WITH wanted AS (
    SELECT DISTINCT p.puzzle_id
    FROM pass AS p
    WHERE p.technique IN ('als_xz', 'als_xy_wing', 'als_chain', 'death_blossom')
),
digit_cells AS (
    SELECT d.puzzle_id, d.digit, CAST(SUM(g.low) AS BIGINT) AS low, CAST(SUM(g.high) AS BIGINT) AS high
    FROM wanted AS w
    CROSS JOIN place_mask AS d
    CROSS JOIN unit_name AS u
    CROSS JOIN cell_group AS g
    WHERE d.puzzle_id = w.puzzle_id
        AND u.unit_no = d.unit_no
        AND u.unit_type = 'row'
        AND g.unit_no = d.unit_no
        AND g.places = d.places
    GROUP BY d.puzzle_id, d.digit
)
INSERT INTO als_digit (puzzle_id, als_no, digit, group_no, size, mask, low, high, victims_low, victims_high)
SELECT a.puzzle_id, a.als_no, d.digit, g.group_no, a.size, a.mask, g.low, g.high, g.seen_low & c.low, g.seen_high & c.high
FROM almost_locked_set AS a
CROSS JOIN place_mask AS d
CROSS JOIN cell_group AS g
CROSS JOIN digit_cells AS c
WHERE d.puzzle_id = a.puzzle_id
    AND d.unit_no = a.unit_no
    AND d.places & a.places <> 0
    AND g.unit_no = d.unit_no
    AND g.places = d.places & a.places
    AND c.puzzle_id = d.puzzle_id
    AND c.digit = d.digit
    AND (g.seen_low & c.low <> 0 OR g.seen_high & c.high <> 0);

-- @notes
DELETE FROM als_place;

-- @notes
INSERT INTO als_place (puzzle_id, digit, unit_no, als_no, places, group_no, size, mask)
SELECT a.puzzle_id, a.digit, g.unit_no, a.als_no, g.places, a.group_no, a.size, a.mask
FROM als_digit AS a
CROSS JOIN cell_group AS g
CROSS JOIN place_mask AS d
WHERE g.group_no = a.group_no
    AND d.puzzle_id = a.puzzle_id
    AND d.unit_no = g.unit_no
    AND d.digit = a.digit
    AND d.places <> g.places;

-- als_xz. A digit that two linked sets share besides is interesting when a candidate sees its places in
-- both, or when it links them too. The sign in +a.als_no keeps SQLite from looking for v.als_no by the inequality.
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
        AND b.mask & a.mask & (b.mask & a.mask) - 1 <> 0
        AND v.puzzle_id = a.puzzle_id
        AND v.als_no = a.als_no
        AND v.digit <> a.digit
        AND w.puzzle_id = a.puzzle_id
        AND w.als_no = b.als_no
        AND w.digit = v.digit
        AND (v.victims_low & w.victims_low <> 0 OR v.victims_high & w.victims_high <> 0
            OR w.low & ~v.victims_low = 0 AND w.high & ~v.victims_high = 0)
),
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

-- als_xy_wing. An outer set is linked to the middle, and has another digit that leaves its victims.
WITH outer_set AS (
    SELECT DISTINCT m.puzzle_id, m.als_no AS middle_no, m.size AS middle_size, m.digit AS restricted, o.als_no, o.size,
        v.digit, v.victims_low, v.victims_high
    FROM pass AS p
    CROSS JOIN als_place AS m
    CROSS JOIN als_place AS o
    CROSS JOIN als_digit AS v
    WHERE p.technique = 'als_xy_wing'
        AND m.puzzle_id = p.puzzle_id
        AND o.puzzle_id = m.puzzle_id
        AND o.digit = m.digit
        AND o.unit_no = m.unit_no
        AND o.places & m.places = 0
        AND v.puzzle_id = o.puzzle_id
        AND v.als_no = o.als_no
        AND v.digit <> o.digit
),
leaving AS (
    SELECT a.puzzle_id, a.digit, a.victims_low & b.victims_low AS low, a.victims_high & b.victims_high AS high,
        (((CAST(a.middle_size + a.size + b.size AS BIGINT) * 100000 + a.als_no) * 100000 + b.als_no) * 100000
            + a.middle_no) * 100 + a.restricted * 10 + b.restricted AS pattern
    FROM outer_set AS a
    INNER JOIN outer_set AS b ON b.puzzle_id = a.puzzle_id AND b.middle_no = a.middle_no AND b.digit = a.digit
    WHERE b.als_no > a.als_no
        AND b.restricted <> a.restricted
        AND (a.victims_low & b.victims_low <> 0 OR a.victims_high & b.victims_high <> 0)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'als_xy_wing', 0, m.cell, v.digit, MIN(v.pattern)
FROM leaving AS v
CROSS JOIN pencil_mark AS m
CROSS JOIN cell_bit AS c
WHERE m.puzzle_id = v.puzzle_id
    AND m.digit = v.digit
    AND c.cell = m.cell
    AND (c.low & v.low <> 0 OR c.high & v.high <> 0)
GROUP BY v.puzzle_id, m.cell, v.digit;

-- als_chain. A node is a digit in the cells of a group, digit * 100000 + group_no. If node holds it, so does next_node,
-- because of the set of which off_node is size * 100000 + als_no, the smallest.
DELETE FROM chain_link;

WITH node AS (
    SELECT DISTINCT a.puzzle_id, a.digit, a.unit_no, a.places, a.group_no
    FROM pass AS p
    CROSS JOIN als_place AS a
    WHERE p.technique = 'als_chain' AND a.puzzle_id = p.puzzle_id
)
INSERT INTO chain_link (puzzle_id, node, next_node, off_node)
SELECT n.puzzle_id, n.digit * 100000 + n.group_no, o.digit * 100000 + o.group_no, MIN(a.size * 100000 + a.als_no)
FROM node AS n
CROSS JOIN als_place AS a
CROSS JOIN als_digit AS o
WHERE a.puzzle_id = n.puzzle_id
    AND a.digit = n.digit
    AND a.unit_no = n.unit_no
    AND a.places & n.places = 0
    AND o.puzzle_id = a.puzzle_id
    AND o.als_no = a.als_no
    AND o.digit <> a.digit
GROUP BY n.puzzle_id, n.digit, n.group_no, o.digit, o.group_no;

DELETE FROM chain_strong;

-- A set that goes without one of its digits holds the others.
INSERT INTO chain_strong (puzzle_id, node, other, unit_no)
SELECT DISTINCT a.puzzle_id, a.digit * 100000 + a.group_no, b.digit * 100000 + b.group_no, 0
FROM pass AS p
CROSS JOIN als_digit AS a
CROSS JOIN als_digit AS b
WHERE p.technique = 'als_chain'
    AND a.puzzle_id = p.puzzle_id
    AND b.puzzle_id = a.puzzle_id
    AND b.als_no = a.als_no
    AND b.digit <> a.digit;

-- @shared reach_chains
INSERT INTO shared_statement (name) VALUES ('reach_chains');

WITH node AS (
    SELECT DISTINCT a.puzzle_id, CAST(a.digit * 100000 + a.group_no AS INTEGER) AS node, a.victims_low, a.victims_high
    FROM pass AS p
    CROSS JOIN als_digit AS a
    WHERE p.technique = 'als_chain' AND a.puzzle_id = p.puzzle_id
),
leaving AS (
    SELECT r.puzzle_id, r.node / 100000 AS digit, a.victims_low & b.victims_low AS low, a.victims_high & b.victims_high AS high,
        (CAST(r.links AS BIGINT) * 1000000 + r.start_node) * 100000 + r.node % 100000 AS pattern
    FROM chain_reach AS r
    CROSS JOIN node AS a
    CROSS JOIN node AS b
    WHERE r.links > 1
        AND r.start_node <= r.node
        AND r.start_node / 100000 = r.node / 100000
        AND a.puzzle_id = r.puzzle_id
        AND a.node = r.start_node
        AND b.puzzle_id = r.puzzle_id
        AND b.node = r.node
        AND (a.victims_low & b.victims_low <> 0 OR a.victims_high & b.victims_high <> 0)
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'als_chain', 0, m.cell, v.digit, MIN(v.pattern)
FROM leaving AS v
CROSS JOIN pencil_mark AS m
CROSS JOIN cell_bit AS c
WHERE m.puzzle_id = v.puzzle_id
    AND m.digit = v.digit
    AND c.cell = m.cell
    AND (c.low & v.low <> 0 OR c.high & v.high <> 0)
GROUP BY v.puzzle_id, m.cell, v.digit;

-- death_blossom. The victims of the digits of a set one by one. The smallest petal of a stem is taken for each of its digits.
WITH victim AS (
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
    SELECT s.puzzle_id, s.cell AS stem, m.mask, s.digit AS restricted, v.digit, v.cell, MIN(s.size) AS size
    FROM victim AS s
    INNER JOIN victim AS v ON v.puzzle_id = s.puzzle_id AND v.als_no = s.als_no
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
    SELECT puzzle_id, stem, digit, cell, CAST(SUM(size) AS BIGINT) AS cells
    FROM petal
    GROUP BY puzzle_id, stem, digit, cell
    HAVING COUNT(*) = MIN(mask) % 15
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT b.puzzle_id, 'death_blossom', 0, b.cell, b.digit, MIN(((b.cells * 100 + b.stem) * 10 + b.digit) * 100 + b.cell)
FROM blossom AS b
GROUP BY b.puzzle_id, b.cell, b.digit;

-- The parts of the chains and blossoms. A chain is walked from its end. The cells of a set are followed
-- by the digit that links it to the next.
WITH RECURSIVE pattern AS (
    SELECT DISTINCT d.puzzle_id, d.technique, d.pattern
    FROM deduction AS d
    WHERE d.technique IN ('als_chain', 'death_blossom')
),
walk (puzzle_id, pattern, start_node, node, links) AS (
    SELECT p.puzzle_id, p.pattern, p.pattern / 100000 % 1000000,
        p.pattern / 10000000000 % 10 * 100000 + p.pattern % 100000, p.pattern / 100000000000
    FROM pattern AS p
    WHERE p.technique = 'als_chain'
    UNION ALL
    SELECT w.puzzle_id, w.pattern, w.start_node, CAST(r.previous AS BIGINT), w.links - 1
    FROM walk AS w
    INNER JOIN chain_reach AS r ON r.puzzle_id = w.puzzle_id AND r.start_node = w.start_node AND r.node = w.node
    WHERE w.links > 1
),
petal (puzzle_id, pattern, digit, als_code) AS (
    SELECT p.puzzle_id, p.pattern, s.digit, MIN(s.size * 100000 + s.als_no)
    FROM pattern AS p
    CROSS JOIN pencil_mark AS m
    CROSS JOIN cell_bit AS c
    CROSS JOIN cell_bit AS v
    CROSS JOIN als_digit AS s
    CROSS JOIN als_digit AS z
    WHERE p.technique = 'death_blossom'
        AND m.puzzle_id = p.puzzle_id
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
shown_set (puzzle_id, pattern, section, als_no) AS (
    SELECT w.puzzle_id, w.pattern, 10, MIN(a.size * 100000 + a.als_no) % 100000
    FROM walk AS w
    CROSS JOIN als_digit AS a
    CROSS JOIN als_digit AS b
    WHERE w.links = 1
        AND a.puzzle_id = w.puzzle_id
        AND a.digit = w.start_node / 100000
        AND a.group_no = w.start_node % 100000
        AND b.puzzle_id = a.puzzle_id
        AND b.als_no = a.als_no
        AND b.digit = w.node / 100000
        AND b.group_no = w.node % 100000
    GROUP BY w.puzzle_id, w.pattern
    UNION ALL
    SELECT w.puzzle_id, w.pattern, w.links * 10, l.off_node % 100000
    FROM walk AS w
    INNER JOIN chain_reach AS r ON r.puzzle_id = w.puzzle_id AND r.start_node = w.start_node AND r.node = w.node
    INNER JOIN chain_link AS l ON l.puzzle_id = w.puzzle_id AND l.node = r.previous AND l.next_node = w.node
    WHERE w.links > 1
    UNION ALL
    SELECT puzzle_id, pattern, digit * 10, als_code % 100000
    FROM petal
),
part (puzzle_id, pattern, section, role, cell, digit) AS (
    SELECT s.puzzle_id, s.pattern, s.section + 1,
        'set_' || SUBSTR('abcdefghijklmnopqrstuvwxyz', CAST(DENSE_RANK() OVER (
            PARTITION BY s.puzzle_id, s.pattern ORDER BY s.section
        ) - 1 AS INTEGER) % 26 + 1, 1),
        l.cell, CAST(NULL AS INTEGER)
    FROM shown_set AS s
    INNER JOIN location AS l ON l.unit_no = s.als_no / 1000 AND l.place & s.als_no % 1000 <> 0
    UNION ALL
    SELECT puzzle_id, pattern, links * 10 + 5, 'restricted', NULL, node / 100000
    FROM walk
    WHERE links < pattern / 100000000000
    UNION ALL
    SELECT puzzle_id, pattern, 0, 'stem', pattern / 1000 % 100, NULL
    FROM pattern
    WHERE technique = 'death_blossom'
    UNION ALL
    SELECT puzzle_id, pattern, digit * 10 - 1, 'restricted', NULL, digit
    FROM petal
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT q.puzzle_id, p.technique, q.pattern, ROW_NUMBER() OVER (PARTITION BY p.technique, q.puzzle_id, q.pattern ORDER BY q.section, q.cell),
    q.role, q.cell, q.digit, NULL
FROM part AS q
INNER JOIN pattern AS p ON p.puzzle_id = q.puzzle_id AND p.pattern = q.pattern;
