-- @technique simple_colors | Simple Colors, trap and wrap | tier 345 | hard | weight 150 | library 0500 0501
-- @technique multi_colors | Multi Colors | tier 347 | hard | weight 200 | size 2 | library 0502 0503
-- @family coloring
-- @alias simple_colors | Simple Coloring, Simple Colouring, Singles Chain, Singles Chains
-- @alias multi_colors | Multi Coloring, Multi Colouring, Multi-Colors
-- @idea A digit with two places in a unit is in one of them. Such pairs link cells into a net, and along the net the
--   cells take two colors in turn, one of which is true. A cell that sees both colors loses the digit (trap), and a color
--   with two cells that see each other is false (wrap). With two nets, a color that sees both colors of the other net is
--   false, and when a color of one net sees a color of the other, a cell that sees both opposite colors loses the digit.
-- @spot simple_colors | Pick a digit, connect its two places in every unit that has just two, and give the cells two
--   colors in turn. Look for a candidate that sees both colors, or for a unit with one color twice.
-- @spot multi_colors | Pick a digit and color two separate nets of it with two pairs of colors. If a color of one net
--   sees a color of the other, a candidate that sees the two opposite colors goes.
-- @how A recursive query walks along strong_link from the smallest cell of each net and gives the cells color 0 and 1 in
--   turn, into color_cell. color_units has the units of a color as a binary set, so that a bitwise AND shows whether two
--   colors, or a color and a cell, see each other.
-- @source Common knowledge among players.
-- @reads pass, strong_link, color_cell, location, color_units, pencil_mark, unit_set, deduction
-- @writes deduction, color_cell, color_units, deduction_evidence
-- @key simple_colors | number 10 form, digit, cell start
-- @key multi_colors | number 10 form, digit, cell start, number 10 color, cell other_start, number 10 other_color
-- @note A net has the number of its smallest cell, which has color 0. The forms of simple_colors are 1 for a trap, 2
--   for a wrap of color 0 and 3 for a wrap of color 1. The forms of multi_colors are 1 for cells that see both
--   opposite colors and 2 for a color that sees both colors of the other net.
-- @words {{nets}}
-- @cost each net once from its smallest cell, then all cells with two cells of a net, or of two colors that see each
--   other

-- Work table of coloring.sql, the colored cells. start is the smallest cell of a net of strong links and has color 0. It
-- names the net.
CREATE TEMP TABLE IF NOT EXISTS color_cell (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    start INTEGER NOT NULL,
    color INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, start, color, cell)
);

-- The units of a color as one number, 2^unit_no for each. wrapped is 1 when two cells of the color share a unit.
CREATE TEMP TABLE IF NOT EXISTS color_units (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    start INTEGER NOT NULL,
    color INTEGER NOT NULL,
    units BIGINT NOT NULL,
    wrapped INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, start, color)
);

-- @reuse
DELETE FROM color_cell;

-- A walk does not go to cells below its start, so only the walk from the smallest cell of a net reaches the whole net. A
-- net with a ring of odd length proves that there is no solution. All its cells get color 0.
-- @reuse
INSERT INTO color_cell (puzzle_id, digit, start, color, cell)
WITH RECURSIVE walk (puzzle_id, digit, start, color, cell) AS (
    SELECT k.puzzle_id, k.digit, k.cell, 0, k.cell
    FROM pass AS p
    CROSS JOIN strong_link AS k
    WHERE p.technique IN ('simple_colors', 'multi_colors')
        AND k.puzzle_id = p.puzzle_id
        AND NOT EXISTS (
            SELECT 1
            FROM strong_link AS n
            WHERE n.puzzle_id = k.puzzle_id AND n.digit = k.digit AND n.cell = k.cell AND n.other < k.cell
        )
    UNION
    SELECT w.puzzle_id, w.digit, w.start, 1 - w.color, k.other
    FROM walk AS w
    CROSS JOIN strong_link AS k
    WHERE k.puzzle_id = w.puzzle_id AND k.digit = w.digit AND k.cell = w.cell AND k.other >= w.start
)
SELECT w.puzzle_id, w.digit, MIN(w.start * 10 + w.color) / 10, MIN(w.start * 10 + w.color) % 10, w.cell
FROM walk AS w
GROUP BY w.puzzle_id, w.digit, w.cell;

-- @reuse
DELETE FROM color_units;

-- @reuse
INSERT INTO color_units (puzzle_id, digit, start, color, units, wrapped)
SELECT c.puzzle_id, c.digit, c.start, c.color, CAST(SUM(DISTINCT 1 << l.unit_no) AS BIGINT),
    CASE WHEN COUNT(DISTINCT l.unit_no) < COUNT(*) THEN 1 ELSE 0 END
FROM color_cell AS c
CROSS JOIN location AS l
WHERE l.cell = c.cell
GROUP BY c.puzzle_id, c.digit, c.start, c.color;

WITH trap AS (
    SELECT a.puzzle_id, a.digit, a.start, v.cell
    FROM pass AS p
    CROSS JOIN color_units AS a
    CROSS JOIN color_units AS b
    CROSS JOIN pencil_mark AS v
    CROSS JOIN unit_set AS s
    WHERE p.technique = 'simple_colors'
        AND a.puzzle_id = p.puzzle_id
        AND a.color = 0
        AND b.puzzle_id = a.puzzle_id
        AND b.digit = a.digit
        AND b.start = a.start
        AND b.color = 1
        AND v.puzzle_id = a.puzzle_id
        AND v.digit = a.digit
        AND s.cell = v.cell
        AND s.units & a.units <> 0
        AND s.units & b.units <> 0
        AND NOT EXISTS (
            SELECT 1
            FROM color_cell AS c
            WHERE c.puzzle_id = a.puzzle_id AND c.digit = a.digit AND c.start = a.start AND c.color IN (0, 1) AND c.cell = v.cell
        )
),
colored_out AS (
    SELECT t.puzzle_id, t.cell, t.digit, (10 + t.digit) * 100 + t.start AS pattern
    FROM trap AS t
    UNION ALL
    SELECT w.puzzle_id, c.cell, c.digit, ((2 + w.color) * 10 + w.digit) * 100 + w.start
    FROM pass AS p
    CROSS JOIN color_units AS w
    CROSS JOIN color_cell AS c
    WHERE p.technique = 'simple_colors'
        AND w.puzzle_id = p.puzzle_id
        AND w.wrapped = 1
        AND c.puzzle_id = w.puzzle_id
        AND c.digit = w.digit
        AND c.start = w.start
        AND c.color = w.color
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT o.puzzle_id, 'simple_colors', 0, o.cell, o.digit, MIN(o.pattern)
FROM colored_out AS o
GROUP BY o.puzzle_id, o.cell, o.digit;

WITH contact AS (
    SELECT a.puzzle_id, a.digit, a.start, a.color, b.start AS other_start, b.color AS other_color
    FROM pass AS p
    CROSS JOIN color_units AS a
    CROSS JOIN color_units AS b
    WHERE p.technique = 'multi_colors'
        AND a.puzzle_id = p.puzzle_id
        AND b.puzzle_id = a.puzzle_id
        AND b.digit = a.digit
        AND b.start <> a.start
        AND b.units & a.units <> 0
),
colored_out AS (
    SELECT v.puzzle_id, v.cell, v.digit,
        ((((10 + x.digit) * 100 + x.start) * 10 + x.color) * 100 + x.other_start) * 10 + x.other_color AS pattern
    FROM contact AS x
    CROSS JOIN color_units AS a
    CROSS JOIN color_units AS b
    CROSS JOIN pencil_mark AS v
    CROSS JOIN unit_set AS s
    WHERE x.start < x.other_start
        AND a.puzzle_id = x.puzzle_id
        AND a.digit = x.digit
        AND a.start = x.start
        AND a.color = 1 - x.color
        AND b.puzzle_id = x.puzzle_id
        AND b.digit = x.digit
        AND b.start = x.other_start
        AND b.color = 1 - x.other_color
        AND v.puzzle_id = x.puzzle_id
        AND v.digit = x.digit
        AND s.cell = v.cell
        AND s.units & a.units <> 0
        AND s.units & b.units <> 0
        AND NOT EXISTS (
            SELECT 1
            FROM color_cell AS c
            WHERE c.puzzle_id = x.puzzle_id AND c.digit = x.digit AND c.start = x.start AND c.color = a.color AND c.cell = v.cell
        )
        AND NOT EXISTS (
            SELECT 1
            FROM color_cell AS c
            WHERE c.puzzle_id = x.puzzle_id AND c.digit = x.digit AND c.start = x.other_start AND c.color = b.color AND c.cell = v.cell
        )
    UNION ALL
    SELECT c.puzzle_id, c.cell, c.digit, ((((20 + x.digit) * 100 + x.start) * 10 + x.color) * 100 + x.other_start) * 10
    FROM contact AS x
    CROSS JOIN color_units AS b
    CROSS JOIN color_units AS a
    CROSS JOIN color_cell AS c
    WHERE x.other_color = 0
        AND b.puzzle_id = x.puzzle_id
        AND b.digit = x.digit
        AND b.start = x.other_start
        AND b.color = 1
        AND a.puzzle_id = x.puzzle_id
        AND a.digit = x.digit
        AND a.start = x.start
        AND a.color = x.color
        AND a.units & b.units <> 0
        AND c.puzzle_id = x.puzzle_id
        AND c.digit = x.digit
        AND c.start = x.start
        AND c.color = x.color
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT o.puzzle_id, 'multi_colors', 0, o.cell, o.digit, MIN(o.pattern)
FROM colored_out AS o
GROUP BY o.puzzle_id, o.cell, o.digit;

-- The parts of a pattern are its nets with all their links. Of each net the cells of the color named by the pattern come
-- first.
WITH net AS (
    SELECT DISTINCT d.puzzle_id, d.technique, d.pattern, 1 AS net_no, d.digit, d.pattern % 100 AS start, 0 AS color
    FROM deduction AS d
    WHERE d.technique = 'simple_colors'
    UNION ALL
    SELECT DISTINCT d.puzzle_id, d.technique, d.pattern, 1, d.digit, d.pattern / 10000 % 100, d.pattern / 1000 % 10
    FROM deduction AS d
    WHERE d.technique = 'multi_colors'
    UNION ALL
    SELECT DISTINCT d.puzzle_id, d.technique, d.pattern, 2, d.digit, d.pattern / 10 % 100, d.pattern % 10
    FROM deduction AS d
    WHERE d.technique = 'multi_colors'
),
part AS (
    SELECT n.puzzle_id, n.technique, n.pattern, (n.net_no * 2 + (c.color + n.color) % 2) * 100 + c.cell AS rank,
        CASE WHEN c.color = n.color THEN 'color' ELSE 'color_2' END AS role, c.cell, c.digit, CAST(NULL AS INTEGER) AS unit_no
    FROM net AS n
    CROSS JOIN color_cell AS c
    WHERE c.puzzle_id = n.puzzle_id AND c.digit = n.digit AND c.start = n.start
    UNION ALL
    SELECT DISTINCT n.puzzle_id, n.technique, n.pattern, (n.net_no + 5) * 100 + k.unit_no, 'base', CAST(NULL AS INTEGER), k.digit, k.unit_no
    FROM net AS n
    CROSS JOIN color_cell AS c
    CROSS JOIN strong_link AS k
    WHERE c.puzzle_id = n.puzzle_id
        AND c.digit = n.digit
        AND c.start = n.start
        AND k.puzzle_id = c.puzzle_id
        AND k.digit = c.digit
        AND k.cell = c.cell
)
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT a.puzzle_id, a.technique, a.pattern,
    ROW_NUMBER() OVER (PARTITION BY a.puzzle_id, a.technique, a.pattern ORDER BY a.rank), a.role, a.cell, a.digit, a.unit_no
FROM part AS a;
