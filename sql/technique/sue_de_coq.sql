-- @technique sue_de_coq | Sue de Coq | tier 430 | unfair | weight 250 | library 1101
-- @family als
-- @alias Two-Sector Disjoint Subsets
-- @idea A box and a line meet in two or three open cells, which have at least two candidate digits more than cells. Further
--   cells of the line and further cells of the box are chosen so that the two parts share no digit, and all the cells
--   together have just as many digits as cells. No digit can be in them twice, so each digit is there once. Every
--   other cell that sees all places of a digit in the pattern loses it.
-- @spot Look where a box and a line meet for two cells with four candidates together. Find a cell with two of these
--   digits in the rest of the line, and one with the other two in the rest of the box.
-- @how unit_third has all sets of open cells in a third of a unit. core is one of them where a box and a line meet,
--   line_part and box_part add one set from each other third. The remainder of a mask by 15 is its number of digits, and
--   the surplus of digits over cells must come out as 0.
-- @source Common knowledge among players, also called two-sector disjoint subsets. Each of the two parts may have any
--   number of cells, with one or two more digits than cells. Both may have digits that the core does not have.
-- @reads pass, unit_third, unit_name, line_frame, token, place_mask, cell_group, pencil_mark, cell_bit
-- @writes deduction
-- @needs boxes
-- @key number 100 cells, box, unit line, places core in box, places in_line in line, places in_box in box
-- @evidence core core, line_part in_line, box_part in_box
-- @words {{with first (around (join "core" "box_part"))}}Where {{.}} and {{first (around (join "core" "line_part"))}}
--   meet lie {{shown "core"}}. Add {{shown "line_part"}} of {{first (around (join "core" "line_part"))}} and {{shown
--   "box_part"}} of {{.}}.{{end}}
-- @words {{with candidates (cells "core" "line_part" "box_part")}}That makes {{count (cells "core" "line_part"
--   "box_part")}} cells for the {{count .}} digits {{.}}. No digit can be in two of the cells, because {{cells
--   "line_part"}} {{verb "line_part" "shares" "share"}} no digit with {{cells "box_part"}}, and all other pairs of
--   the cells see each other.{{end}}
-- @words So each of the digits is in one of the cells, and a cell that sees all its places there cannot hold
--   it{{namely effect}}.
-- @cost all sets of open cells in the intersection of a box and a line, times the sets in the rest of the line and in
--   the rest of the box

-- The core has surplus digits more than cells. Each part takes gain of them, one for each cell less one for each digit
-- that it adds. The remainder of a mask by 15 is its number of digits.
WITH core AS (
    SELECT c.puzzle_id, c.unit_no AS line_no, f.box_no, f.second_no, f.third_no, c.third, c.places, c.box_places, c.size, c.mask,
        c.mask % 15 - c.size AS surplus
    FROM pass AS p
    CROSS JOIN unit_third AS c
    CROSS JOIN line_frame AS f
    WHERE p.technique = 'sue_de_coq'
        AND c.puzzle_id = p.puzzle_id
        AND c.size >= 2
        AND c.mask % 15 >= c.size + 2
        AND f.unit_no = c.unit_no
        AND f.box_no <= 27
        AND f.crossing & c.places <> 0
),
line_part AS MATERIALIZED (
    SELECT c.puzzle_id, c.line_no, c.box_no, c.places AS core_places, c.box_places AS core_box_places, c.size AS core_size,
        c.mask AS core_mask, a.places + b.places AS places, a.size + b.size AS size, a.mask | b.mask AS mask,
        c.surplus - (a.size + b.size - ((a.mask | b.mask) & ~c.mask) % 15) AS surplus
    FROM core AS c
    CROSS JOIN unit_third AS a
    CROSS JOIN unit_third AS b
    WHERE a.puzzle_id = c.puzzle_id
        AND a.unit_no = c.line_no
        AND a.third <> c.third
        AND b.puzzle_id = c.puzzle_id
        AND b.unit_no = c.line_no
        AND b.third > a.third
        AND b.third <> c.third
        AND (a.mask | b.mask) % 15 BETWEEN a.size + b.size + 1 AND a.size + b.size + 2
        AND a.size + b.size - ((a.mask | b.mask) & ~c.mask) % 15 BETWEEN 1 AND c.surplus - 1
),
box_part AS MATERIALIZED (
    SELECT c.puzzle_id, c.line_no, c.places AS core_places, a.box_places + b.box_places AS box_places, a.size + b.size AS size,
        a.mask | b.mask AS mask, a.size + b.size - ((a.mask | b.mask) & ~c.mask) % 15 AS gain
    FROM core AS c
    CROSS JOIN unit_third AS a
    CROSS JOIN unit_third AS b
    WHERE a.puzzle_id = c.puzzle_id
        AND a.unit_no = c.second_no
        AND a.third = c.third
        AND b.puzzle_id = c.puzzle_id
        AND b.unit_no = c.third_no
        AND b.third = c.third
        AND (a.mask | b.mask) % 15 BETWEEN a.size + b.size + 1 AND a.size + b.size + 2
        AND a.size + b.size - ((a.mask | b.mask) & ~c.mask) % 15 BETWEEN 1 AND c.surplus - 1
),
whole AS (
    SELECT a.puzzle_id, a.line_no, a.box_no, a.core_mask | a.mask AS line_mask, b.mask AS box_mask,
        a.core_places + a.places AS in_line, a.core_box_places + b.box_places AS in_box,
        ((((CAST(a.core_size + a.size + b.size AS BIGINT) * 10 + n.unit) * 100 + a.line_no) * 1000 + a.core_box_places) * 1000
            + a.places) * 1000 + b.box_places AS pattern
    FROM line_part AS a
    INNER JOIN box_part AS b ON b.puzzle_id = a.puzzle_id
        AND b.line_no = a.line_no
        AND b.core_places = a.core_places
        AND b.gain = a.surplus
    INNER JOIN unit_name AS n ON n.unit_no = a.box_no
    WHERE b.mask & a.mask = 0
),
-- The places of a digit in the pattern, in the box for a digit of the box part, in the line for all others.
holder AS (
    SELECT w.puzzle_id, w.pattern, d.digit, d.unit_no, d.places & w.in_box AS places
    FROM whole AS w
    CROSS JOIN place_mask AS d
    CROSS JOIN token AS t
    WHERE d.puzzle_id = w.puzzle_id AND d.unit_no = w.box_no AND t.digit = d.digit AND t.mask & w.box_mask <> 0
    UNION ALL
    SELECT w.puzzle_id, w.pattern, d.digit, d.unit_no, d.places & w.in_line
    FROM whole AS w
    CROSS JOIN place_mask AS d
    CROSS JOIN token AS t
    WHERE d.puzzle_id = w.puzzle_id
        AND d.unit_no = w.line_no
        AND t.digit = d.digit
        AND t.mask & w.line_mask & ~w.box_mask <> 0
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT h.puzzle_id, 'sue_de_coq', 0, m.cell, h.digit, MIN(h.pattern)
FROM holder AS h
CROSS JOIN cell_group AS g
CROSS JOIN pencil_mark AS m
CROSS JOIN cell_bit AS c
WHERE g.unit_no = h.unit_no
    AND g.places = h.places
    AND m.puzzle_id = h.puzzle_id
    AND m.digit = h.digit
    AND c.cell = m.cell
    AND (c.low & g.seen_low <> 0 OR c.high & g.seen_high <> 0)
GROUP BY h.puzzle_id, m.cell, h.digit;
