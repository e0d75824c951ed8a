-- +goose Up
-- @postgres begin
-- The aggregate that joins texts has this name in SQLite. Views and apply.sql use it, because their text is the same on
-- both databases.

-- +goose StatementBegin
CREATE FUNCTION group_concat_next(joined TEXT, item TEXT, separator TEXT) RETURNS TEXT IMMUTABLE LANGUAGE SQL AS $$
    SELECT CASE WHEN item IS NULL THEN joined WHEN joined IS NULL THEN item ELSE joined || separator || item END
$$;
-- +goose StatementEnd

CREATE AGGREGATE group_concat(TEXT, TEXT) (SFUNC = group_concat_next, STYPE = TEXT);
-- @postgres end

-- The views that people open first.

-- The grid, nine lines for each puzzle.
CREATE VIEW board AS
SELECT x.puzzle_id, x.row_no,
    MAX(CASE x.column_no WHEN 1 THEN x.mark END) || ' '
        || MAX(CASE x.column_no WHEN 2 THEN x.mark END) || ' '
        || MAX(CASE x.column_no WHEN 3 THEN x.mark END) || ' | '
        || MAX(CASE x.column_no WHEN 4 THEN x.mark END) || ' '
        || MAX(CASE x.column_no WHEN 5 THEN x.mark END) || ' '
        || MAX(CASE x.column_no WHEN 6 THEN x.mark END) || ' | '
        || MAX(CASE x.column_no WHEN 7 THEN x.mark END) || ' '
        || MAX(CASE x.column_no WHEN 8 THEN x.mark END) || ' '
        || MAX(CASE x.column_no WHEN 9 THEN x.mark END) AS line
FROM (
    SELECT z.puzzle_id, l.row_no, l.column_no, COALESCE(CAST(c.digit AS TEXT), '.') AS mark
    FROM puzzle AS z
    CROSS JOIN location_wide AS l
    LEFT JOIN cell AS c ON c.puzzle_id = z.puzzle_id AND c.cell = l.cell
) AS x
GROUP BY x.puzzle_id, x.row_no
ORDER BY x.puzzle_id, x.row_no;

-- The moments at which a puzzle can be seen: as it came (step 0) and after each step that was kept. A UNION of the two
-- would make SQLite look at all puzzles when a query asks for one.
CREATE VIEW puzzle_step AS
SELECT z.puzzle_id, COALESCE(s.step, 0) AS step
FROM puzzle AS z
CROSS JOIN (SELECT 0 AS later UNION ALL SELECT 1) AS k
LEFT JOIN step AS s ON k.later = 1 AND s.puzzle_id = z.puzzle_id
WHERE k.later = 0 OR s.step IS NOT NULL;

-- The grid in nine columns. Each is the digit of a filled cell, or the candidates of an open one.
CREATE VIEW grid AS
SELECT x.puzzle_id, x.row_no,
    MAX(CASE x.column_no WHEN 1 THEN x.marks END) AS c1,
    MAX(CASE x.column_no WHEN 2 THEN x.marks END) AS c2,
    MAX(CASE x.column_no WHEN 3 THEN x.marks END) AS c3,
    MAX(CASE x.column_no WHEN 4 THEN x.marks END) AS c4,
    MAX(CASE x.column_no WHEN 5 THEN x.marks END) AS c5,
    MAX(CASE x.column_no WHEN 6 THEN x.marks END) AS c6,
    MAX(CASE x.column_no WHEN 7 THEN x.marks END) AS c7,
    MAX(CASE x.column_no WHEN 8 THEN x.marks END) AS c8,
    MAX(CASE x.column_no WHEN 9 THEN x.marks END) AS c9
FROM (
    SELECT z.puzzle_id, l.row_no, l.column_no, COALESCE(CAST(c.digit AS TEXT), REPLACE(a.display, '.', ''), '') AS marks
    FROM puzzle AS z
    CROSS JOIN location_wide AS l
    LEFT JOIN cell AS c ON c.puzzle_id = z.puzzle_id AND c.cell = l.cell
    LEFT JOIN candidate_mask AS m ON m.puzzle_id = z.puzzle_id AND m.cell = l.cell
    LEFT JOIN combination AS a ON a.mask = m.mask
) AS x
GROUP BY x.puzzle_id, x.row_no
ORDER BY x.puzzle_id, x.row_no;

-- The same as one text, nine characters a cell.
CREATE VIEW candidate_grid AS
SELECT g.puzzle_id, g.row_no,
    SUBSTR(g.c1 || '         ', 1, 9) || ' '
        || SUBSTR(g.c2 || '         ', 1, 9) || ' '
        || SUBSTR(g.c3 || '         ', 1, 9) || ' | '
        || SUBSTR(g.c4 || '         ', 1, 9) || ' '
        || SUBSTR(g.c5 || '         ', 1, 9) || ' '
        || SUBSTR(g.c6 || '         ', 1, 9) || ' | '
        || SUBSTR(g.c7 || '         ', 1, 9) || ' '
        || SUBSTR(g.c8 || '         ', 1, 9) || ' '
        || SUBSTR(g.c9 || '         ', 1, 9) AS line
FROM grid AS g
ORDER BY g.puzzle_id, g.row_no;

-- The grid as board shows it, after a step.
CREATE VIEW board_at AS
SELECT x.puzzle_id, x.step, x.row_no,
    MAX(CASE x.column_no WHEN 1 THEN x.mark END) || ' '
        || MAX(CASE x.column_no WHEN 2 THEN x.mark END) || ' '
        || MAX(CASE x.column_no WHEN 3 THEN x.mark END) || ' | '
        || MAX(CASE x.column_no WHEN 4 THEN x.mark END) || ' '
        || MAX(CASE x.column_no WHEN 5 THEN x.mark END) || ' '
        || MAX(CASE x.column_no WHEN 6 THEN x.mark END) || ' | '
        || MAX(CASE x.column_no WHEN 7 THEN x.mark END) || ' '
        || MAX(CASE x.column_no WHEN 8 THEN x.mark END) || ' '
        || MAX(CASE x.column_no WHEN 9 THEN x.mark END) AS line
FROM (
    SELECT s.puzzle_id, s.step, l.row_no, l.column_no, COALESCE(CAST(c.digit AS TEXT), '.') AS mark
    FROM puzzle_step AS s
    CROSS JOIN location_wide AS l
    LEFT JOIN cell AS c ON c.puzzle_id = s.puzzle_id AND c.cell = l.cell AND c.step <= s.step
) AS x
GROUP BY x.puzzle_id, x.step, x.row_no
ORDER BY x.puzzle_id, x.step, x.row_no;

-- The candidates after a step. Step 0 is the puzzle as it came.
CREATE VIEW candidate_at AS
SELECT s.puzzle_id, s.step, l.cell, l.cell_name, t.digit
FROM puzzle_step AS s
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

-- The grid as grid shows it, after a step.
CREATE VIEW grid_at AS
SELECT x.puzzle_id, x.step, x.row_no,
    MAX(CASE x.column_no WHEN 1 THEN x.marks END) AS c1,
    MAX(CASE x.column_no WHEN 2 THEN x.marks END) AS c2,
    MAX(CASE x.column_no WHEN 3 THEN x.marks END) AS c3,
    MAX(CASE x.column_no WHEN 4 THEN x.marks END) AS c4,
    MAX(CASE x.column_no WHEN 5 THEN x.marks END) AS c5,
    MAX(CASE x.column_no WHEN 6 THEN x.marks END) AS c6,
    MAX(CASE x.column_no WHEN 7 THEN x.marks END) AS c7,
    MAX(CASE x.column_no WHEN 8 THEN x.marks END) AS c8,
    MAX(CASE x.column_no WHEN 9 THEN x.marks END) AS c9
FROM (
    SELECT s.puzzle_id, s.step, l.row_no, l.column_no,
        -- @sqlite begin
        COALESCE(CAST(c.digit AS TEXT), (
            SELECT REPLACE(a.display, '.', '')
            FROM combination AS a
            WHERE a.mask = (
                SELECT SUM(t.mask)
                FROM token AS t
                WHERE t.digit NOT IN (
                    SELECT o.digit
                    FROM peer AS p
                    CROSS JOIN cell AS o
                    WHERE p.cell = l.cell AND o.puzzle_id = s.puzzle_id AND o.cell = p.peer AND o.step <= s.step
                )
                    AND NOT EXISTS (
                        SELECT 1
                        FROM elimination AS e
                        WHERE e.puzzle_id = s.puzzle_id AND e.cell = l.cell AND e.digit = t.digit AND e.step <= s.step
                    )
            )
        ), '') AS marks
        -- @sqlite end
        COALESCE(CAST(c.digit AS TEXT), m.marks, '') AS marks -- @postgres
    FROM puzzle_step AS s
    CROSS JOIN location_wide AS l
    LEFT JOIN cell AS c ON c.puzzle_id = s.puzzle_id AND c.cell = l.cell AND c.step <= s.step
    -- @postgres begin
    LEFT JOIN (
        SELECT d.puzzle_id, d.step, d.cell, STRING_AGG(CAST(d.digit AS TEXT), '' ORDER BY d.digit) AS marks
        FROM candidate_at AS d
        GROUP BY d.puzzle_id, d.step, d.cell
    ) AS m ON m.puzzle_id = s.puzzle_id AND m.step = s.step AND m.cell = l.cell
    -- @postgres end
) AS x
GROUP BY x.puzzle_id, x.step, x.row_no
ORDER BY x.puzzle_id, x.step, x.row_no;

-- Digits that are twice in a unit. No row means that the grid is valid.
CREATE VIEW violation AS
SELECT c.puzzle_id, l.unit_type, l.unit, c.digit, COUNT(*) AS multiplicity
FROM cell AS c
INNER JOIN location AS l ON l.cell = c.cell
GROUP BY c.puzzle_id, l.unit_type, l.unit, c.digit
HAVING COUNT(*) > 1;

-- The audit: all placements, and the patterns of all deductions.

CREATE VIEW placement AS
SELECT c.puzzle_id, c.step, c.cell, l.cell_name, c.digit, c.rule, c.pattern
FROM cell AS c
LEFT JOIN location_wide AS l ON l.cell = c.cell;

-- The patterns of all deductions. Deductions that are not applied yet, from the table deduction, have no step.
CREATE VIEW pattern_use AS
SELECT c.puzzle_id, c.step, c.rule, c.pattern
FROM cell AS c
WHERE c.pattern > 0
UNION ALL
SELECT DISTINCT x.puzzle_id, x.step, x.rule, x.pattern
FROM elimination AS x
WHERE x.pattern > 0
UNION ALL
SELECT DISTINCT d.puzzle_id, CAST(NULL AS INTEGER), d.technique, d.pattern
FROM deduction AS d;

-- The parts of a pattern as rows, with the role of each part in the proof. pattern_part says which rows the fields of the
-- pattern make. Parts that a number cannot describe, such as those of a chain, are stored as rows.
CREATE VIEW evidence AS
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
LEFT JOIN unit_name AS u ON u.unit_no = r.unit_no
UNION ALL
SELECT r.puzzle_id, CAST(NULL AS INTEGER), r.technique, r.pattern, r.ordinal, r.role, r.cell, l.cell_name, r.digit, u.unit_type, u.unit
FROM deduction_evidence AS r
LEFT JOIN location_wide AS l ON l.cell = r.cell
LEFT JOIN unit_name AS u ON u.unit_no = r.unit_no
WHERE EXISTS (
    SELECT 1
    FROM deduction AS d
    WHERE d.puzzle_id = r.puzzle_id AND d.technique = r.technique AND d.pattern = r.pattern
);

-- The solution path, a deduction in one line. A placement comes with the unit of its evidence. An elimination comes with the units
-- and cells of its pattern, and the digits that have none, each once; without the body of a fish, which follows from its units, and
-- what follows from an assumption. The view notation has more about chains.
-- @sqlite begin
CREATE VIEW history AS
SELECT p.puzzle_id, p.step, p.rule,
    'r' || (p.cell / 10) || 'c' || (p.cell % 10) || '=' || p.digit || ' ' || p.rule || COALESCE((
        SELECT ' ' || u.unit_type || ' ' || u.unit
        FROM token AS o
        -- @include shared/decode_pattern
            AND o.digit = 1 AND f.role = 'single'
    ), '') AS text
FROM cell AS p
WHERE p.step > 0
UNION ALL
SELECT p.puzzle_id, p.step, p.rule,
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
                LEFT JOIN unit_name AS u ON u.unit_no = r.unit_no
                WHERE r.puzzle_id = p.puzzle_id AND r.step = p.step AND r.pattern = p.pattern
                    AND r.role NOT IN ('body', 'place', 'eliminate', 'refute')
            ) AS y
            GROUP BY y.item
            ORDER BY MIN(y.ordinal)
        ) AS x
    ), '')
FROM elimination AS p
WHERE p.step > 0;
-- @sqlite end

-- @postgres begin
-- Joins instead of subqueries for each row: Citus then sends a query for one puzzle to one shard.
CREATE VIEW history AS
SELECT p.puzzle_id, p.step, p.rule,
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
SELECT p.puzzle_id, p.step, p.rule,
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
        LEFT JOIN unit_name AS u ON u.unit_no = r.unit_no
        WHERE r.role NOT IN ('body', 'place', 'eliminate', 'refute')
    ) AS y
    GROUP BY y.puzzle_id, y.cell, y.digit, y.item
) AS x ON x.puzzle_id = p.puzzle_id AND x.cell = p.cell AND x.digit = p.digit
WHERE p.step > 0
GROUP BY p.puzzle_id, p.step, p.rule, p.cell, p.digit
ORDER BY 1, 2, 4;
-- @postgres end

-- Chains, wings, colorings and rows of almost locked sets in one line, in the notation of players.
CREATE VIEW notation AS
-- @include shared/notation
;

-- How often each technique was used.
CREATE VIEW technique_usage AS
SELECT t.name AS technique, t.title, t.level, COALESCE(u.puzzles, 0) AS puzzles, COALESCE(u.steps, 0) AS steps,
    CASE t.places WHEN 1 THEN COALESCE(u.deductions, 0) ELSE 0 END AS placements,
    CASE t.places WHEN 1 THEN 0 ELSE COALESCE(u.deductions, 0) END AS eliminations
FROM technique AS t
LEFT JOIN (
    SELECT w.technique, COUNT(*) AS puzzles, SUM(w.steps) AS steps, SUM(w.deductions) AS deductions
    FROM puzzle_technique AS w
    GROUP BY w.technique
) AS u ON u.technique = t.name
ORDER BY t.tier;

CREATE VIEW puzzle_rating AS
SELECT z.puzzle_id, z.status, z.level, z.score, z.hardest, z.steps, z.depth
FROM puzzle AS z;

-- +goose Down
DROP VIEW puzzle_rating;
DROP VIEW technique_usage;
DROP VIEW notation;
DROP VIEW history;
DROP VIEW evidence;
DROP VIEW pattern_use;
DROP VIEW placement;
DROP VIEW grid_at;
DROP VIEW candidate_at;
DROP VIEW board_at;
DROP VIEW violation;
DROP VIEW candidate_grid;
DROP VIEW grid;
DROP VIEW puzzle_step;
DROP VIEW board;
DROP AGGREGATE group_concat(TEXT, TEXT); -- @postgres
DROP FUNCTION group_concat_next(TEXT, TEXT, TEXT); -- @postgres
