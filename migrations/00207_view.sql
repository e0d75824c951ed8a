-- Marks: BIGINT, @sqlite, @postgres, @include. migrations/embed.go says what they mean; setdoku migrate sql prints the text without them.
-- @postgres begin
-- The aggregate that joins texts has this name in SQLite. Views and apply.sql use it, because their text is the same on
-- both databases.

CREATE FUNCTION group_concat_next(joined TEXT, item TEXT, separator TEXT) RETURNS TEXT IMMUTABLE LANGUAGE SQL AS $$
    SELECT CASE WHEN item IS NULL THEN joined WHEN joined IS NULL THEN item ELSE joined || separator || item END
$$;

CREATE AGGREGATE group_concat(TEXT, TEXT) (SFUNC = group_concat_next, STYPE = TEXT);
-- @postgres end

-- A query for some puzzles, or for the first rows, reads only the rows that it shows: each view begins with puzzle or with
-- puzzle_step, in the order of the keys, and finds the rest by keys. SQLite returns the steps and rows of a puzzle in the
-- order of its loops. An ORDER BY of all three columns would make it sort the rows of all puzzles first.

CREATE VIEW board ( -- A line of the grid
    puzzle_id, row_no,
    line -- Its digits, a dot for an empty cell
) AS
SELECT z.puzzle_id, r.digit,
-- @include shared/nine_digits
FROM (SELECT p.puzzle_id, p.steps AS step FROM puzzle AS p) AS z
CROSS JOIN token AS r
WHERE r.digit IS NOT NULL
ORDER BY z.puzzle_id, r.digit;

-- The moments at which a puzzle can be seen: as it came (step 0) and after each step that was stored. A UNION of the two
-- would make SQLite look at all puzzles when a query asks for one, so the digits 1 and 2 name the two parts.
CREATE VIEW puzzle_step ( -- A state of a puzzle that can be shown: before the first step, and after each stored step
    puzzle_id,
    step -- The step, 0 for the puzzle before the first step
) AS
SELECT z.puzzle_id, COALESCE(s.step, 0)
FROM puzzle AS z
CROSS JOIN token AS k
LEFT JOIN step AS s ON k.digit = 2 AND s.puzzle_id = z.puzzle_id
WHERE k.digit = 1 OR k.digit = 2 AND s.step IS NOT NULL;

CREATE VIEW grid_mark ( -- A cell of the grid as text, for the view grid
    puzzle_id,
    cell, -- row * 10 + column, 11 to 99
    cell_name,
    mark -- Its digit, or its candidates while it is open
) AS
SELECT z.puzzle_id, l.cell, l.cell_name, COALESCE(
    (SELECT CAST(c.digit AS TEXT) FROM cell AS c WHERE c.puzzle_id = z.puzzle_id AND c.cell = l.cell),
    (
        SELECT REPLACE(a.display, '.', '')
        FROM combination AS a
        WHERE a.mask = (
            SELECT CAST(SUM(t.mask) AS BIGINT)
            FROM candidate AS k
            INNER JOIN token AS t ON t.digit = k.digit
            WHERE k.puzzle_id = z.puzzle_id AND k.cell = l.cell
        )
    ),
    '')
FROM puzzle AS z
CROSS JOIN location_wide AS l;

CREATE VIEW grid ( -- A row of the grid in nine columns
    puzzle_id, row_no,
    c1, c2, c3, c4, c5, c6, c7, c8, c9 -- The digit in this column, or its candidates while it is open
) AS
-- @sqlite begin
SELECT z.puzzle_id, r.digit,
    (SELECT m.mark FROM grid_mark AS m WHERE m.puzzle_id = z.puzzle_id AND m.cell = r.digit * 10 + 1) AS c1,
    (SELECT m.mark FROM grid_mark AS m WHERE m.puzzle_id = z.puzzle_id AND m.cell = r.digit * 10 + 2) AS c2,
    (SELECT m.mark FROM grid_mark AS m WHERE m.puzzle_id = z.puzzle_id AND m.cell = r.digit * 10 + 3) AS c3,
    (SELECT m.mark FROM grid_mark AS m WHERE m.puzzle_id = z.puzzle_id AND m.cell = r.digit * 10 + 4) AS c4,
    (SELECT m.mark FROM grid_mark AS m WHERE m.puzzle_id = z.puzzle_id AND m.cell = r.digit * 10 + 5) AS c5,
    (SELECT m.mark FROM grid_mark AS m WHERE m.puzzle_id = z.puzzle_id AND m.cell = r.digit * 10 + 6) AS c6,
    (SELECT m.mark FROM grid_mark AS m WHERE m.puzzle_id = z.puzzle_id AND m.cell = r.digit * 10 + 7) AS c7,
    (SELECT m.mark FROM grid_mark AS m WHERE m.puzzle_id = z.puzzle_id AND m.cell = r.digit * 10 + 8) AS c8,
    (SELECT m.mark FROM grid_mark AS m WHERE m.puzzle_id = z.puzzle_id AND m.cell = r.digit * 10 + 9) AS c9
FROM puzzle AS z
CROSS JOIN token AS r
WHERE r.digit IS NOT NULL
ORDER BY z.puzzle_id, r.digit;
-- @sqlite end
-- @postgres begin
-- The cells and candidates of a puzzle are read once, and a server plans one subquery for all parts of the tables. With nine subqueries a
-- row the planner takes longer than the query, and finds the cost so great that it compiles the query. Each GROUP BY has puzzle_id for Citus.
SELECT z.puzzle_id, x.row_no, x.c1, x.c2, x.c3, x.c4, x.c5, x.c6, x.c7, x.c8, x.c9
FROM puzzle AS z
CROSS JOIN LATERAL (
    SELECT q.puzzle_id, l.row_no,
        MAX(CASE l.column_no WHEN 1 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c1,
        MAX(CASE l.column_no WHEN 2 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c2,
        MAX(CASE l.column_no WHEN 3 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c3,
        MAX(CASE l.column_no WHEN 4 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c4,
        MAX(CASE l.column_no WHEN 5 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c5,
        MAX(CASE l.column_no WHEN 6 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c6,
        MAX(CASE l.column_no WHEN 7 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c7,
        MAX(CASE l.column_no WHEN 8 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c8,
        MAX(CASE l.column_no WHEN 9 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c9
    FROM puzzle AS q
    CROSS JOIN location_wide AS l
    LEFT JOIN (
        SELECT c.puzzle_id, c.cell, c.digit
        FROM cell AS c
        WHERE c.puzzle_id = z.puzzle_id
        GROUP BY c.puzzle_id, c.cell, c.digit
    ) AS f ON f.puzzle_id = q.puzzle_id AND f.cell = l.cell
    LEFT JOIN (
        SELECT k.puzzle_id, k.cell, BIT_OR(t.mask) AS mask
        FROM candidate AS k
        INNER JOIN token AS t ON t.digit = k.digit
        WHERE k.puzzle_id = z.puzzle_id
        GROUP BY k.puzzle_id, k.cell
    ) AS m ON m.puzzle_id = q.puzzle_id AND m.cell = l.cell
    LEFT JOIN combination AS a ON a.mask = m.mask
    WHERE q.puzzle_id = z.puzzle_id
    GROUP BY q.puzzle_id, l.row_no
) AS x
ORDER BY z.puzzle_id, x.row_no;
-- @postgres end

CREATE VIEW candidate_grid ( -- A line of the grid with pencil marks
    puzzle_id, row_no,
    line -- Digits and pencil marks, nine characters for each cell
) AS
SELECT g.puzzle_id, g.row_no,
    SUBSTR(g.c1 || '         ', 1, 9) || ' '
        || SUBSTR(g.c2 || '         ', 1, 9) || ' '
        || SUBSTR(g.c3 || '         ', 1, 9) || ' | '
        || SUBSTR(g.c4 || '         ', 1, 9) || ' '
        || SUBSTR(g.c5 || '         ', 1, 9) || ' '
        || SUBSTR(g.c6 || '         ', 1, 9) || ' | '
        || SUBSTR(g.c7 || '         ', 1, 9) || ' '
        || SUBSTR(g.c8 || '         ', 1, 9) || ' '
        || SUBSTR(g.c9 || '         ', 1, 9)
FROM grid AS g
ORDER BY g.puzzle_id, g.row_no;

CREATE VIEW board_at ( -- A line of the grid after a step
    puzzle_id, step, row_no,
    line -- Its digits, a dot for an empty cell
) AS
SELECT z.puzzle_id, z.step, r.digit,
-- @include shared/nine_digits
FROM puzzle_step AS z
CROSS JOIN token AS r
WHERE r.digit IS NOT NULL
ORDER BY z.puzzle_id; -- @sqlite
ORDER BY z.puzzle_id, z.step, r.digit; -- @postgres

CREATE VIEW candidate_at ( -- A candidate after a step, in a puzzle of classic
    puzzle_id, step,
    cell, -- row * 10 + column, 11 to 99
    cell_name,
    digit -- The digit, 1 to 9
) AS
SELECT s.puzzle_id, s.step, l.cell, l.cell_name, t.digit
FROM puzzle_step AS s
INNER JOIN puzzle AS z ON z.puzzle_id = s.puzzle_id AND z.variant = 'classic'
CROSS JOIN location_wide AS l
CROSS JOIN token AS t
WHERE t.digit IS NOT NULL
    AND NOT EXISTS (
        SELECT 1
        FROM cell AS c
        WHERE c.puzzle_id = s.puzzle_id AND c.cell = l.cell AND c.step <= s.step
    )
    AND NOT EXISTS (
        SELECT 1
        FROM peer AS p
        CROSS JOIN cell AS c
        WHERE p.cell = l.cell AND c.puzzle_id = s.puzzle_id AND c.cell = p.peer AND c.digit = t.digit AND c.step <= s.step
    )
    AND NOT EXISTS (
        SELECT 1
        FROM elimination AS e
        WHERE e.puzzle_id = s.puzzle_id AND e.cell = l.cell AND e.digit = t.digit AND e.step <= s.step
    );

CREATE VIEW grid_mark_at ( -- A cell of the grid after a step as text, in a puzzle of classic, for the view grid_at
    puzzle_id, step,
    cell, -- row * 10 + column, 11 to 99
    cell_name,
    mark -- Its digit, or its candidates if it was open
) AS
SELECT s.puzzle_id, s.step, l.cell, l.cell_name, COALESCE(
    (SELECT CAST(c.digit AS TEXT) FROM cell AS c WHERE c.puzzle_id = s.puzzle_id AND c.cell = l.cell AND c.step <= s.step),
    (
        SELECT REPLACE(a.display, '.', '')
        FROM combination AS a
        WHERE a.mask = (
            SELECT CAST(SUM(t.mask) AS BIGINT)
            FROM token AS t
        ) - (
            SELECT CAST(COALESCE(SUM(t.mask), 0) AS BIGINT)
            FROM token AS t
            WHERE t.digit IN (
                SELECT o.digit
                FROM peer AS p
                CROSS JOIN cell AS o
                WHERE p.cell = l.cell AND o.puzzle_id = s.puzzle_id AND o.cell = p.peer AND o.step <= s.step
                UNION ALL
                SELECT e.digit
                FROM elimination AS e
                WHERE e.puzzle_id = s.puzzle_id AND e.cell = l.cell AND e.step <= s.step
            )
        )
    ),
    '')
FROM puzzle_step AS s
CROSS JOIN location_wide AS l;

CREATE VIEW grid_at ( -- A row of the grid after a step, in nine columns, of a puzzle of classic
    puzzle_id, step, row_no, c1, c2, c3, c4, c5, c6, c7, c8, c9
) AS
-- @sqlite begin
SELECT z.puzzle_id, z.step, r.digit,
    (SELECT m.mark FROM grid_mark_at AS m WHERE m.puzzle_id = z.puzzle_id AND m.step = z.step AND m.cell = r.digit * 10 + 1) AS c1,
    (SELECT m.mark FROM grid_mark_at AS m WHERE m.puzzle_id = z.puzzle_id AND m.step = z.step AND m.cell = r.digit * 10 + 2) AS c2,
    (SELECT m.mark FROM grid_mark_at AS m WHERE m.puzzle_id = z.puzzle_id AND m.step = z.step AND m.cell = r.digit * 10 + 3) AS c3,
    (SELECT m.mark FROM grid_mark_at AS m WHERE m.puzzle_id = z.puzzle_id AND m.step = z.step AND m.cell = r.digit * 10 + 4) AS c4,
    (SELECT m.mark FROM grid_mark_at AS m WHERE m.puzzle_id = z.puzzle_id AND m.step = z.step AND m.cell = r.digit * 10 + 5) AS c5,
    (SELECT m.mark FROM grid_mark_at AS m WHERE m.puzzle_id = z.puzzle_id AND m.step = z.step AND m.cell = r.digit * 10 + 6) AS c6,
    (SELECT m.mark FROM grid_mark_at AS m WHERE m.puzzle_id = z.puzzle_id AND m.step = z.step AND m.cell = r.digit * 10 + 7) AS c7,
    (SELECT m.mark FROM grid_mark_at AS m WHERE m.puzzle_id = z.puzzle_id AND m.step = z.step AND m.cell = r.digit * 10 + 8) AS c8,
    (SELECT m.mark FROM grid_mark_at AS m WHERE m.puzzle_id = z.puzzle_id AND m.step = z.step AND m.cell = r.digit * 10 + 9) AS c9
FROM puzzle_step AS z
INNER JOIN puzzle AS p ON p.puzzle_id = z.puzzle_id AND p.variant = 'classic'
CROSS JOIN token AS r
WHERE r.digit IS NOT NULL
ORDER BY z.puzzle_id;
-- @sqlite end
-- @postgres begin
-- The digits of a puzzle are read once for each step, and not for each peer of each cell.
SELECT z.puzzle_id, z.step, x.row_no, x.c1, x.c2, x.c3, x.c4, x.c5, x.c6, x.c7, x.c8, x.c9
FROM puzzle_step AS z
CROSS JOIN LATERAL (
    SELECT q.puzzle_id, l.row_no,
        MAX(CASE l.column_no WHEN 1 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c1,
        MAX(CASE l.column_no WHEN 2 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c2,
        MAX(CASE l.column_no WHEN 3 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c3,
        MAX(CASE l.column_no WHEN 4 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c4,
        MAX(CASE l.column_no WHEN 5 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c5,
        MAX(CASE l.column_no WHEN 6 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c6,
        MAX(CASE l.column_no WHEN 7 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c7,
        MAX(CASE l.column_no WHEN 8 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c8,
        MAX(CASE l.column_no WHEN 9 THEN COALESCE(CAST(f.digit AS TEXT), REPLACE(a.display, '.', ''), '') END) AS c9
    FROM puzzle AS q
    CROSS JOIN location_wide AS l
    LEFT JOIN (
        SELECT c.puzzle_id, c.cell, c.digit
        FROM cell AS c
        WHERE c.puzzle_id = z.puzzle_id AND c.step <= z.step
        GROUP BY c.puzzle_id, c.cell, c.digit
    ) AS f ON f.puzzle_id = q.puzzle_id AND f.cell = l.cell
    LEFT JOIN (
        SELECT k.puzzle_id, k.cell, BIT_OR(t.mask) AS mask
        FROM (
            SELECT o.puzzle_id, n.peer AS cell, o.digit
            FROM (
                SELECT c.puzzle_id, c.cell, c.digit
                FROM cell AS c
                WHERE c.puzzle_id = z.puzzle_id AND c.step <= z.step
                GROUP BY c.puzzle_id, c.cell, c.digit
            ) AS o
            INNER JOIN peer AS n ON n.cell = o.cell
            UNION ALL
            SELECT e.puzzle_id, e.cell, e.digit
            FROM elimination AS e
            WHERE e.puzzle_id = z.puzzle_id AND e.step <= z.step
        ) AS k
        INNER JOIN token AS t ON t.digit = k.digit
        GROUP BY k.puzzle_id, k.cell
    ) AS lost ON lost.puzzle_id = q.puzzle_id AND lost.cell = l.cell
    LEFT JOIN combination AS a ON a.mask = 4581298449 - COALESCE(lost.mask, 0)
    WHERE q.puzzle_id = z.puzzle_id AND q.variant = 'classic'
    GROUP BY q.puzzle_id, l.row_no
) AS x
ORDER BY z.puzzle_id, z.step, x.row_no;
-- @postgres end

-- A sound database has no row. So LIMIT 10 reads all puzzles there, the cells of each by their key. A query for one puzzle reads its cells
-- only.
CREATE VIEW violation ( -- A digit that a unit has more than once; a valid grid has no row
    puzzle_id,
    unit_type, -- row, column or box
    unit, -- 1 to 9
    digit,
    multiplicity -- How often the unit has it
) AS
-- @sqlite begin
-- counts is the sum of the masks of the digits in a unit: each hexadecimal place counts a digit. The number 64138178286 has
-- all bits of the nine places but the lowest of each place, so it finds the sums in which a digit occurs more than once.
SELECT x.puzzle_id, u.unit_type, u.unit, t.digit, x.counts / t.mask % 16
FROM (
    SELECT z.puzzle_id, n.unit_no, (
        SELECT CAST(SUM(d.mask) AS BIGINT)
        FROM variant_unit AS l
        CROSS JOIN cell AS c
        CROSS JOIN token AS d
        WHERE l.variant = z.variant
            AND l.unit_no = n.unit_no
            AND c.puzzle_id = z.puzzle_id
            AND c.cell = l.cell
            AND d.digit = c.digit
    ) AS counts
    FROM puzzle AS z
    CROSS JOIN unit_number AS n
) AS x
CROSS JOIN unit_number AS u
CROSS JOIN token AS t
WHERE x.counts & 64138178286 <> 0
    AND u.unit_no = x.unit_no
    AND x.counts / t.mask % 16 > 1;
-- @sqlite end
-- @postgres begin
SELECT z.puzzle_id, u.unit_type, u.unit, x.digit, x.multiplicity
FROM puzzle AS z
CROSS JOIN LATERAL (
    SELECT c.puzzle_id, l.unit_no, c.digit, COUNT(*) AS multiplicity
    FROM cell AS c
    INNER JOIN variant_unit AS l ON l.cell = c.cell
    WHERE c.puzzle_id = z.puzzle_id AND l.variant = z.variant
    GROUP BY c.puzzle_id, l.unit_no, c.digit
    HAVING COUNT(*) > 1
) AS x
INNER JOIN unit_number AS u ON u.unit_no = x.unit_no;
-- @postgres end

CREATE VIEW placement ( -- A digit that a step placed, with the rule and pattern that prove it; the rows of cell without givens
    puzzle_id,
    step, -- The step, 1 or later
    cell, cell_name, digit,
    rule, -- The technique, as technique.name, or manual or search
    pattern -- Number that identifies the pattern within its step
) AS
SELECT c.puzzle_id, c.step, c.cell, l.cell_name, c.digit, c.rule, c.pattern
FROM cell AS c
LEFT JOIN location_wide AS l ON l.cell = c.cell
WHERE c.step > 0;

-- The first row of cell or elimination with a pattern gives the pattern, so nothing is sorted. The eliminations come first,
-- because the view notation finds its chains there.
CREATE VIEW pattern_use ( -- The patterns of all deductions, for the view evidence
    puzzle_id,
    step, -- The step, null for a deduction that was not applied
    rule, -- The technique, as technique.name
    pattern
) AS
SELECT x.puzzle_id, x.step, x.rule, x.pattern
FROM elimination AS x
WHERE x.pattern > 0
    AND NOT EXISTS (
        SELECT 1
        FROM elimination AS o
        WHERE o.puzzle_id = x.puzzle_id
            AND (o.cell < x.cell OR o.cell = x.cell AND o.digit < x.digit)
            AND o.step = x.step
            AND o.pattern = x.pattern
    )
UNION ALL
SELECT c.puzzle_id, c.step, c.rule, c.pattern
FROM cell AS c
WHERE c.pattern > 0
    AND NOT EXISTS (
        SELECT 1
        FROM cell AS o
        WHERE o.puzzle_id = c.puzzle_id AND o.cell < c.cell AND o.step = c.step AND o.pattern = c.pattern
    )
UNION ALL
SELECT d.puzzle_id, CAST(NULL AS INTEGER), d.technique, d.pattern
FROM deduction AS d
WHERE NOT EXISTS (
    SELECT 1
    FROM deduction AS o
    WHERE o.puzzle_id = d.puzzle_id
        AND o.technique = d.technique
        AND (o.cell < d.cell OR o.cell = d.cell AND o.digit < d.digit)
        AND o.pattern = d.pattern
);

-- The parts of a pattern as rows, with the role of each part in the proof. pattern_part names the rows that the fields of the
-- pattern make. A number cannot describe some parts, for instance the links of a chain. They are stored as rows.
-- Citus looks for the columns of the UNION ALL by their names in the first SELECT.
CREATE VIEW evidence ( -- A part of a pattern: a cell, digit or unit, with its role in the proof
    puzzle_id, step, rule, pattern,
    ordinal, -- Position of the part within the pattern
    role, -- single, base, cover, body, fin, unit, cell, digit, link, ...
    cell, -- row * 10 + column, if the part has a cell
    cell_name, -- The name of the cell, such as r4c5, if the part has a cell
    digit, -- 1 to 9, if it has a digit
    unit_type, -- row, column or box, if it has a unit
    unit -- 1 to 9, boxes row by row
) AS
SELECT p.puzzle_id, p.step, p.rule, p.pattern, f.part_no * 100 + m.member AS ordinal, f.role, w.cell, w.cell_name,
    CASE f.member_is WHEN 'digit' THEN m.member ELSE NULLIF(CAST(p.pattern / f.digit_divisor % f.digit_modulus AS INTEGER), 0) END AS digit,
    u.unit_type, u.unit
FROM pattern_use AS p
-- @include shared/decode_pattern
UNION ALL
SELECT r.puzzle_id, r.step, s.rule, r.pattern, r.ordinal, r.role, r.cell, l.cell_name, r.digit, u.unit_type, u.unit
FROM step_evidence AS r
LEFT JOIN step AS s ON s.puzzle_id = r.puzzle_id AND s.step = r.step
LEFT JOIN location_wide AS l ON l.cell = r.cell
LEFT JOIN unit_number AS u ON u.unit_no = r.unit_no
UNION ALL
SELECT r.puzzle_id, CAST(NULL AS INTEGER), r.technique, r.pattern, r.ordinal, r.role, r.cell, l.cell_name, r.digit, u.unit_type, u.unit
FROM deduction_evidence AS r
LEFT JOIN location_wide AS l ON l.cell = r.cell
LEFT JOIN unit_number AS u ON u.unit_no = r.unit_no
WHERE EXISTS (
    SELECT 1
    FROM deduction AS d
    WHERE d.puzzle_id = r.puzzle_id AND d.technique = r.technique AND d.pattern = r.pattern
);

-- The solution path, a deduction in one line. A placement comes with the unit of its evidence. An elimination comes with the units
-- and cells of its pattern, and with digits that have no cell, each once. The body of a fish is left out, because it follows from the units,
-- and so are the consequences of an assumption. The view notation has more about chains.
CREATE VIEW history ( -- A deduction in one line
    puzzle_id,
    step, -- The step
    rule,
    placement, -- 1 if the digit is placed, 0 if the candidate is eliminated
    cell, -- row * 10 + column
    cell_name, -- The name of the cell, such as r4c5
    digit, -- 1 to 9
    text -- Such as r4c5<>7 x_wing row 2 row 8 column 5 column 9
) AS
-- @sqlite begin
SELECT p.puzzle_id, p.step, p.rule, 1, p.cell, 'r' || (p.cell / 10) || 'c' || (p.cell % 10), p.digit,
    'r' || (p.cell / 10) || 'c' || (p.cell % 10) || '=' || p.digit || ' ' || p.rule || COALESCE((
        SELECT ' ' || u.unit_type || ' ' || u.unit
        FROM token AS o
        -- @include shared/decode_pattern
            AND o.digit = 1 AND f.role = 'single'
    ), '')
FROM cell AS p
WHERE p.step > 0
UNION ALL
SELECT p.puzzle_id, p.step, p.rule, 0, p.cell, 'r' || (p.cell / 10) || 'c' || (p.cell % 10), p.digit,
    'r' || (p.cell / 10) || 'c' || (p.cell % 10) || '<>' || p.digit || ' ' || p.rule || COALESCE((
        SELECT ' ' || GROUP_CONCAT(x.item, ' ')
        FROM (
            SELECT y.item
            FROM (
                SELECT f.part_no * 100 + m.member AS ordinal, COALESCE(w.cell_name, u.unit_type || ' ' || u.unit,
                    CASE f.member_is WHEN 'digit' THEN m.member ELSE NULLIF(p.pattern / f.digit_divisor % f.digit_modulus, 0) END) AS item
                FROM token AS o
                -- @include shared/decode_pattern
                    AND o.digit = 1
                UNION ALL
                SELECT r.ordinal, COALESCE(w.cell_name, u.unit_type || ' ' || u.unit, r.digit)
                FROM step_evidence AS r
                LEFT JOIN location_wide AS w ON w.cell = r.cell
                LEFT JOIN unit_number AS u ON u.unit_no = r.unit_no
                WHERE r.puzzle_id = p.puzzle_id AND r.step = p.step AND r.pattern = p.pattern
                    AND r.role NOT IN ('body', 'place', 'eliminate', 'refute')
            ) AS y
            GROUP BY y.item
            ORDER BY MIN(y.ordinal)
        ) AS x
    ), '')
FROM elimination AS p
WHERE p.step > 0
ORDER BY 1, 2, 8;
-- @sqlite end
-- @postgres begin
-- Joins instead of subqueries for each row: Citus then sends a query for one puzzle to one shard. It looks
-- for the columns of the UNION ALL by their names in the first SELECT.
SELECT p.puzzle_id, p.step, p.rule, 1 AS placement, p.cell, 'r' || (p.cell / 10) || 'c' || (p.cell % 10) AS cell_name, p.digit,
    'r' || (p.cell / 10) || 'c' || (p.cell % 10) || '=' || p.digit || ' ' || p.rule || COALESCE(' ' || x.unit_type || ' ' || x.unit, '') AS text
FROM cell AS p
LEFT JOIN (
    SELECT p.puzzle_id, p.cell, u.unit_type, u.unit
    FROM cell AS p
    -- @include shared/decode_pattern
        AND f.role = 'single'
) AS x ON x.puzzle_id = p.puzzle_id AND x.cell = p.cell
WHERE p.step > 0
UNION ALL
SELECT p.puzzle_id, p.step, p.rule, 0, p.cell, 'r' || (p.cell / 10) || 'c' || (p.cell % 10), p.digit,
    'r' || (p.cell / 10) || 'c' || (p.cell % 10) || '<>' || p.digit || ' ' || p.rule || COALESCE(' ' || STRING_AGG(x.item, ' ' ORDER BY x.ordinal), '')
FROM elimination AS p
LEFT JOIN (
    SELECT y.puzzle_id, y.cell, y.digit, y.item, MIN(y.ordinal) AS ordinal
    FROM (
        SELECT p.puzzle_id, p.cell, p.digit, f.part_no * 100 + m.member AS ordinal, COALESCE(w.cell_name, u.unit_type || ' ' || u.unit,
            CAST(CASE f.member_is WHEN 'digit' THEN m.member ELSE NULLIF(p.pattern / f.digit_divisor % f.digit_modulus, 0) END AS TEXT)) AS item
        FROM elimination AS p
        -- @include shared/decode_pattern
        UNION ALL
        SELECT p.puzzle_id, p.cell, p.digit, r.ordinal, COALESCE(w.cell_name, u.unit_type || ' ' || u.unit, CAST(r.digit AS TEXT))
        FROM elimination AS p
        INNER JOIN step_evidence AS r ON r.puzzle_id = p.puzzle_id AND r.step = p.step AND r.pattern = p.pattern
        LEFT JOIN location_wide AS w ON w.cell = r.cell
        LEFT JOIN unit_number AS u ON u.unit_no = r.unit_no
        WHERE r.role NOT IN ('body', 'place', 'eliminate', 'refute')
    ) AS y
    GROUP BY y.puzzle_id, y.cell, y.digit, y.item
) AS x ON x.puzzle_id = p.puzzle_id AND x.cell = p.cell AND x.digit = p.digit
WHERE p.step > 0
GROUP BY p.puzzle_id, p.step, p.rule, p.cell, p.digit
ORDER BY 1, 2, 8;
-- @postgres end

-- What history would show of the deductions. It is here in one text for both databases, because there are few rows.
CREATE VIEW next_deduction ( -- The deductions that are not applied yet, in each puzzle those of the easiest technique
    puzzle_id,
    technique, -- The technique
    placement, -- 1 if the digit is placed, 0 if the candidate is eliminated
    cell, -- row * 10 + column, 11 to 99
    cell_name, digit, pattern,
    text -- As in history
) AS
SELECT p.puzzle_id, p.rule, p.placement, p.cell, n.cell_name, p.digit, p.pattern,
    n.cell_name || CASE p.placement WHEN 1 THEN '=' ELSE '<>' END || p.digit || ' ' || p.rule || COALESCE((
        SELECT ' ' || GROUP_CONCAT(x.item, ' ')
        FROM (
            SELECT y.item
            FROM (
                SELECT f.part_no * 100 + m.member AS ordinal, CASE p.placement
                    WHEN 1 THEN CASE f.role WHEN 'single' THEN u.unit_type || ' ' || u.unit END
                    ELSE COALESCE(w.cell_name, u.unit_type || ' ' || u.unit, CAST(CASE f.member_is
                        WHEN 'digit' THEN m.member
                        ELSE NULLIF(p.pattern / f.digit_divisor % f.digit_modulus, 0)
                    END AS TEXT))
                END AS item
                FROM token AS o
                -- @include shared/decode_pattern
                    AND o.digit = 1
                UNION ALL
                SELECT r.ordinal, COALESCE(w.cell_name, u.unit_type || ' ' || u.unit, CAST(r.digit AS TEXT))
                FROM deduction_evidence AS r
                LEFT JOIN location_wide AS w ON w.cell = r.cell
                LEFT JOIN unit_number AS u ON u.unit_no = r.unit_no
                WHERE r.puzzle_id = p.puzzle_id
                    AND r.technique = p.rule
                    AND r.pattern = p.pattern
                    AND r.role NOT IN ('body', 'place', 'eliminate', 'refute')
            ) AS y
            WHERE y.item IS NOT NULL
            GROUP BY y.item
            ORDER BY MIN(y.ordinal)
        ) AS x
    ), '')
FROM (SELECT d.puzzle_id, d.technique AS rule, d.placement, d.cell, d.digit, d.pattern FROM deduction AS d) AS p
INNER JOIN technique AS t ON t.name = p.rule
LEFT JOIN location_wide AS n ON n.cell = p.cell
WHERE NOT EXISTS (
    SELECT 1
    FROM deduction AS e
    INNER JOIN technique AS a ON a.name = e.technique
    WHERE e.puzzle_id = p.puzzle_id AND a.tier < t.tier
);

CREATE VIEW notation ( -- A chain, wing, coloring or row of almost locked sets in one line, in the notation of players
    puzzle_id,
    step, -- The step, null for a deduction that is not applied
    rule,
    pattern, -- The number of the pattern
    text -- Such as (4)r1c3 = r1c7 - r2c8 = r6c8 => r6c3<>4
) AS
-- @include shared/notation
;

-- The parts of a chain of six single candidates have fixed ordinals, because groups and almost locked sets would add rows. A weak
-- link is at 4 and at 8, and the kind of the chain at 12. kinds has a letter for each of the five links, c for two digits of a cell and u for two places of a digit.
CREATE VIEW chain_wing ( -- A chain of three strong links between single candidates that has the name of a wing
    puzzle_id,
    step, -- The step
    pattern, -- The number of the pattern
    name -- W-Wing, M-Wing, H-Wing (hybrid), S-Wing (split) or L-Wing (local)
) AS
SELECT w.puzzle_id, w.step, w.pattern, CASE
        WHEN w.kinds = 'cuuuc' AND w.ends = w.starts THEN 'W-Wing'
        WHEN w.kinds IN ('cuucu', 'ucuuc') AND w.ends = w.starts THEN 'M-Wing'
        WHEN w.kinds IN ('cuucu', 'ucuuc') OR w.kinds IN ('cucuu', 'uucuc') AND w.ends <> w.starts THEN 'H-Wing'
        WHEN w.kinds = 'uucuu' THEN 'S-Wing'
        ELSE 'L-Wing'
    END
FROM (
    SELECT a.puzzle_id, a.step, a.pattern, a.digit AS starts, f.digit AS ends,
        CASE WHEN a.digit = b.digit THEN 'u' ELSE 'c' END || CASE WHEN b.digit = c.digit THEN 'u' ELSE 'c' END
            || CASE WHEN c.digit = d.digit THEN 'u' ELSE 'c' END || CASE WHEN d.digit = e.digit THEN 'u' ELSE 'c' END
            || CASE WHEN e.digit = f.digit THEN 'u' ELSE 'c' END AS kinds
    FROM step_evidence AS a
    INNER JOIN step_evidence AS f ON f.puzzle_id = a.puzzle_id AND f.step = a.step AND f.pattern = a.pattern AND f.ordinal = 11
    INNER JOIN step_evidence AS v ON v.puzzle_id = a.puzzle_id AND v.step = a.step AND v.pattern = a.pattern AND v.ordinal = 4
    INNER JOIN step_evidence AS w ON w.puzzle_id = a.puzzle_id AND w.step = a.step AND w.pattern = a.pattern AND w.ordinal = 8
    INNER JOIN step_evidence AS b ON b.puzzle_id = a.puzzle_id AND b.step = a.step AND b.pattern = a.pattern AND b.ordinal = 3
    INNER JOIN step_evidence AS c ON c.puzzle_id = a.puzzle_id AND c.step = a.step AND c.pattern = a.pattern AND c.ordinal = 5
    INNER JOIN step_evidence AS d ON d.puzzle_id = a.puzzle_id AND d.step = a.step AND d.pattern = a.pattern AND d.ordinal = 7
    INNER JOIN step_evidence AS e ON e.puzzle_id = a.puzzle_id AND e.step = a.step AND e.pattern = a.pattern AND e.ordinal = 9
    INNER JOIN step_evidence AS k ON k.puzzle_id = a.puzzle_id AND k.step = a.step AND k.pattern = a.pattern AND k.ordinal = 12
    WHERE a.ordinal = 1
        AND a.role = 'start'
        AND f.role = 'end'
        AND v.role = 'weak'
        AND w.role = 'weak'
        AND b.role = 'link'
        AND c.role = 'link'
        AND d.role = 'link'
        AND e.role = 'link'
        AND k.role IN ('open_chain', 'continuous_loop', 'discontinuous_loop')
) AS w
WHERE w.kinds IN ('cuuuc', 'cuucu', 'ucuuc') AND (w.kinds <> 'cuuuc' OR w.ends = w.starts)
    OR w.kinds IN ('cucuu', 'uucuc') AND w.ends <> w.starts
    OR w.kinds IN ('uucuu', 'ucucu');

CREATE VIEW technique_usage ( -- How often each technique was used
    technique, -- The technique, as technique.name
    title, -- Name for readers
    level, -- easy, medium, hard, unfair or extreme
    puzzles, -- Puzzles in which it made a step
    steps, -- Its steps
    placements, -- Digits that it placed
    eliminations -- Candidates that it eliminated
) AS
SELECT t.name, t.title, t.level, COALESCE(u.puzzles, 0), COALESCE(u.steps, 0),
    CASE t.places WHEN 1 THEN COALESCE(u.deductions, 0) ELSE 0 END,
    CASE t.places WHEN 1 THEN 0 ELSE COALESCE(u.deductions, 0) END
FROM technique AS t
LEFT JOIN (
    SELECT w.technique, COUNT(*) AS puzzles, SUM(w.steps) AS steps, SUM(w.deductions) AS deductions
    FROM puzzle_technique AS w
    GROUP BY w.technique
) AS u ON u.technique = t.name
ORDER BY t.tier;

CREATE VIEW puzzle_rating ( -- The difficulty of each puzzle
    puzzle_id, -- The puzzle
    status, level, score, rounds, hardest, steps, depth -- As in puzzle
) AS
SELECT z.puzzle_id, z.status, z.level, z.score, z.rounds, z.hardest, z.steps, z.depth
FROM puzzle AS z;

CREATE VIEW puzzle_jewel ( -- Whether a solved puzzle with stored steps is hardest at its beginning
    puzzle_id, -- The puzzle
    pearl, -- 1 if a step up to the first placement has the hardest technique of the puzzle, else 0
    diamond -- 1 if the first step has the hardest technique of the puzzle, else 0
) AS
WITH beginning AS (
    SELECT s.puzzle_id, MIN(CASE WHEN s.placements > 0 THEN s.step END) AS placed, MIN(CASE WHEN s.rule = z.hardest THEN s.step END) AS hardest
    FROM puzzle AS z
    INNER JOIN step AS s ON s.puzzle_id = z.puzzle_id
    WHERE z.status = 'solved'
    GROUP BY s.puzzle_id
)
SELECT b.puzzle_id, CASE WHEN b.hardest <= b.placed THEN 1 ELSE 0 END, CASE WHEN b.hardest = 1 THEN 1 ELSE 0 END
FROM beginning AS b;

CREATE VIEW game_result ( -- A game with its puzzle, its time and its hints
    game_id, player, puzzle_id,
    variant, -- The board of the puzzle
    technique, -- The technique that the player practised, as technique.name; null for a whole puzzle
    level, -- The level of the puzzle; null before it is solved
    hardest, -- The hardest technique of the puzzle, as technique.name
    elapsed_ms, started_at, changed_at, finished_at,
    hints -- Boards on which the player asked for a hint
) AS
SELECT g.game_id, g.player, g.puzzle_id, z.variant, g.technique, z.level, z.hardest, g.elapsed_ms, g.started_at, g.changed_at, g.finished_at,
    (SELECT COUNT(DISTINCT h.version) FROM game_hint AS h WHERE h.game_id = g.game_id)
FROM game AS g
INNER JOIN puzzle AS z ON z.puzzle_id = g.puzzle_id;
