-- +goose Up
-- Cells by name, and the grid as people write it, at any step.

-- Cells have a name, r4c5 for cell 45. Every view that people open shows it beside the number. The views that are
-- there for techniques alone do not.
ALTER TABLE location_wide ADD COLUMN cell_name TEXT NOT NULL DEFAULT '';

UPDATE location_wide SET cell_name = 'r' || row_no || 'c' || column_no;

DROP VIEW history;
DROP VIEW evidence;
DROP VIEW placement;
DROP VIEW candidate_at;
DROP VIEW candidate_grid;
DROP VIEW candidate_mask;

CREATE VIEW candidate_mask AS
SELECT m.puzzle_id, m.cell, l.cell_name, m.mask
FROM (
    SELECT c.puzzle_id, c.cell, SUM(t.mask) AS mask
    FROM candidate AS c
    INNER JOIN token AS t ON t.digit = c.digit
    GROUP BY c.puzzle_id, c.cell
) AS m
INNER JOIN location_wide AS l ON l.cell = m.cell;

-- The moments at which a puzzle can be seen, as it came (step 0) and after each step that was kept. This is no
-- UNION of the two, because SQLite would then look at all puzzles where one of them is asked for.
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
    SELECT z.puzzle_id, l.row_no, l.column_no,
        COALESCE(CAST(c.digit AS TEXT), (
            SELECT REPLACE(a.display, '.', '')
            FROM combination AS a
            WHERE a.mask = (
                SELECT SUM(t.mask)
                FROM candidate AS d
                INNER JOIN token AS t ON t.digit = d.digit
                WHERE d.puzzle_id = z.puzzle_id AND d.cell = l.cell
            )
        ), '') AS marks
    FROM puzzle AS z
    CROSS JOIN location_wide AS l
    LEFT JOIN cell AS c ON c.puzzle_id = z.puzzle_id AND c.cell = l.cell
) AS x
GROUP BY x.puzzle_id, x.row_no;

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
FROM grid AS g;

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
GROUP BY x.puzzle_id, x.step, x.row_no;

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
    FROM puzzle_step AS s
    CROSS JOIN location_wide AS l
    LEFT JOIN cell AS c ON c.puzzle_id = s.puzzle_id AND c.cell = l.cell AND c.step <= s.step
) AS x
GROUP BY x.puzzle_id, x.step, x.row_no;

-- The candidates as they were after a step, step 0 being the puzzle as it came.
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

CREATE VIEW placement AS
SELECT c.puzzle_id, c.step, c.cell, l.cell_name, c.digit, c.rule, c.pattern
FROM cell AS c
LEFT JOIN location_wide AS l ON l.cell = c.cell;

-- The cells of a fish are among its parts, in the role body: every place of the digit in the base units that is no
-- fin. They depend on the state in which the fish was found, and no number can tell them. So the parts of a
-- basic fish are rows of step_evidence, as those of all other fish. Fish that were found before get them here.
INSERT INTO step_evidence (puzzle_id, step, pattern, ordinal, role, cell, digit, unit_no)
WITH fish AS (
    SELECT p.puzzle_id, p.step, p.pattern, p.digit, CASE p.base_type WHEN 1 THEN 'row' ELSE 'column' END AS unit_type,
        p.first_set, p.second_set
    FROM pattern_part AS p
    WHERE p.file = 'basic_fish' AND p.step IS NOT NULL
),
line AS (
    SELECT f.puzzle_id, f.step, f.pattern, f.digit, u.unit_no, CASE u.unit_type WHEN f.unit_type THEN 'base' ELSE 'cover' END AS role
    FROM fish AS f
    CROSS JOIN unit_name AS u
    WHERE u.unit_type <> 'box' AND u.singleton & CASE u.unit_type WHEN f.unit_type THEN f.first_set ELSE f.second_set END <> 0
)
SELECT n.puzzle_id, n.step, n.pattern,
    ROW_NUMBER() OVER (PARTITION BY n.puzzle_id, n.step, n.pattern ORDER BY n.role, n.unit_no), n.role, CAST(NULL AS INTEGER), n.digit, n.unit_no
FROM line AS n;

INSERT INTO step_evidence (puzzle_id, step, pattern, ordinal, role, cell, digit, unit_no)
WITH fish AS (
    SELECT DISTINCT e.puzzle_id, e.step, e.pattern
    FROM elimination AS e
    INNER JOIN technique AS t ON t.name = e.rule
    WHERE e.pattern > 0 AND t.file IN ('basic_fish', 'finned_fish', 'complex_fish')
),
body AS (
    SELECT DISTINCT f.puzzle_id, f.step, f.pattern, l.cell, b.digit, (
            SELECT MAX(r.ordinal)
            FROM step_evidence AS r
            WHERE r.puzzle_id = f.puzzle_id AND r.step = f.step AND r.pattern = f.pattern
        ) AS last_ordinal
    FROM fish AS f
    INNER JOIN step_evidence AS b ON b.puzzle_id = f.puzzle_id AND b.step = f.step AND b.pattern = f.pattern
    INNER JOIN location AS l ON l.unit_no = b.unit_no
    WHERE b.role = 'base'
        AND NOT EXISTS (
            SELECT 1
            FROM step_evidence AS r
            WHERE r.puzzle_id = f.puzzle_id AND r.step = f.step AND r.pattern = f.pattern AND r.cell = l.cell
        )
        AND NOT EXISTS (
            SELECT 1
            FROM cell AS c
            WHERE c.puzzle_id = f.puzzle_id AND c.cell = l.cell AND c.step < f.step
        )
        AND NOT EXISTS (
            SELECT 1
            FROM peer AS p
            CROSS JOIN cell AS c
            WHERE p.cell = l.cell AND c.puzzle_id = f.puzzle_id AND c.cell = p.peer AND c.digit = b.digit AND c.step < f.step
        )
        AND NOT EXISTS (
            SELECT 1
            FROM elimination AS e
            WHERE e.puzzle_id = f.puzzle_id AND e.cell = l.cell AND e.digit = b.digit AND e.step < f.step
        )
)
SELECT b.puzzle_id, b.step, b.pattern,
    b.last_ordinal + ROW_NUMBER() OVER (PARTITION BY b.puzzle_id, b.step, b.pattern ORDER BY b.cell), 'body', b.cell, b.digit,
    CAST(NULL AS INTEGER)
FROM body AS b;

-- What a file has found by hand, and nobody has applied, would lack its body. The file finds it again.
DELETE FROM deduction WHERE technique IN (SELECT t.name FROM technique AS t WHERE t.file IN ('basic_fish', 'finned_fish', 'complex_fish'));

DELETE FROM deduction_evidence
WHERE technique IN (SELECT t.name FROM technique AS t WHERE t.file IN ('basic_fish', 'finned_fish', 'complex_fish'));

-- The rows of a pattern, with the part that each plays. A single shows its cell, its
-- digit and, unless the cell alone proves it, its unit; a locked set its base
-- and its cover; a subset its unit or units, its cells and its digits. All other patterns are rows already.
CREATE VIEW evidence AS
SELECT p.puzzle_id, p.step, p.rule, p.pattern, 1 AS ordinal, 'single' AS role, p.cell, l.cell_name, p.digit, u.unit_type, u.unit
FROM pattern_part AS p
LEFT JOIN location_wide AS l ON l.cell = p.cell
LEFT JOIN unit_name AS u ON u.unit_no = p.unit_no
WHERE p.file IN ('full_house', 'naked_single', 'hidden_single')
UNION ALL
SELECT p.puzzle_id, p.step, p.rule, p.pattern, 1, 'base', NULL, NULL, p.digit, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.unit_no
WHERE p.file IN ('pointing', 'claiming')
UNION ALL
SELECT p.puzzle_id, p.step, p.rule, p.pattern, 2, 'cover', NULL, NULL, p.digit, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.other_no
WHERE p.file IN ('pointing', 'claiming')
UNION ALL
SELECT p.puzzle_id, p.step, p.rule, p.pattern, 1, 'unit', NULL, NULL, NULL, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.unit_no
WHERE p.file IN ('locked_subset', 'naked_subset', 'hidden_subset')
UNION ALL
SELECT p.puzzle_id, p.step, p.rule, p.pattern, 2, 'unit', NULL, NULL, NULL, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.other_no
WHERE p.file = 'locked_subset'
UNION ALL
SELECT p.puzzle_id, p.step, p.rule, p.pattern, CASE p.file WHEN 'locked_subset' THEN 2 ELSE 1 END + m.ordinal, 'cell',
    l.cell, w.cell_name, NULL, NULL, NULL
FROM pattern_part AS p
INNER JOIN combination_member AS m ON m.combination_id = p.second_set
INNER JOIN location AS l ON l.unit_no = p.unit_no AND l.position = m.digit
LEFT JOIN location_wide AS w ON w.cell = l.cell
WHERE p.file IN ('locked_subset', 'naked_subset', 'hidden_subset')
UNION ALL
SELECT p.puzzle_id, p.step, p.rule, p.pattern, CASE p.file WHEN 'locked_subset' THEN 2 ELSE 1 END + c.size + m.ordinal, 'digit',
    NULL, NULL, m.digit, NULL, NULL
FROM pattern_part AS p
INNER JOIN combination AS c ON c.combination_id = p.second_set
INNER JOIN combination_member AS m ON m.combination_id = p.first_set
WHERE p.file IN ('locked_subset', 'naked_subset', 'hidden_subset')
UNION ALL
SELECT r.puzzle_id, r.step, s.rule, r.pattern, r.ordinal, r.role, r.cell, l.cell_name, r.digit, u.unit_type, u.unit
FROM step_evidence AS r
LEFT JOIN step AS s ON s.puzzle_id = r.puzzle_id AND s.step = r.step
LEFT JOIN location_wide AS l ON l.cell = r.cell
LEFT JOIN unit_name AS u ON u.unit_no = r.unit_no
UNION ALL
SELECT r.puzzle_id, NULL, r.technique, r.pattern, r.ordinal, r.role, r.cell, l.cell_name, r.digit, u.unit_type, u.unit
FROM deduction_evidence AS r
LEFT JOIN location_wide AS l ON l.cell = r.cell
LEFT JOIN unit_name AS u ON u.unit_no = r.unit_no
WHERE EXISTS (
    SELECT 1
    FROM deduction AS d
    WHERE d.puzzle_id = r.puzzle_id AND d.technique = r.technique AND d.pattern = r.pattern
);

-- The solution path in words. It leaves out the body of a fish, which its units imply.
CREATE VIEW history AS
SELECT c.puzzle_id, c.step, c.rule,
    'r' || (c.cell / 10) || 'c' || (c.cell % 10) || '=' || c.digit || ' ' || c.rule
        || COALESCE(' ' || u.unit_type || ' ' || u.unit, '') AS text
FROM cell AS c
LEFT JOIN unit_name AS u ON c.rule IN ('full_house', 'hidden_single') AND u.unit_no = c.pattern / 1000
WHERE c.step > 0
UNION ALL
SELECT e.puzzle_id, e.step, e.rule, 'r' || (e.cell / 10) || 'c' || (e.cell % 10) || '<>' || e.digit || ' ' || e.rule
FROM elimination AS e
WHERE e.step > 0 AND e.pattern = 0
UNION ALL
SELECT e.puzzle_id, e.step, e.rule,
    'r' || (e.cell / 10) || 'c' || (e.cell % 10) || '<>' || e.digit || ' ' || e.rule
        || CASE
            WHEN p.file = 'basic_fish' AND p.base_type = 1 THEN ' rows ' || a.members || ' columns ' || b.members
            WHEN p.file = 'basic_fish' THEN ' columns ' || a.members || ' rows ' || b.members
            WHEN p.file IN ('pointing', 'claiming') THEN ' ' || u.unit_type || ' ' || u.unit || ' ' || o.unit_type || ' ' || o.unit
            WHEN p.file = 'locked_subset' THEN
                ' ' || a.members || ' ' || u.unit_type || ' ' || u.unit || ' ' || o.unit_type || ' ' || o.unit
            WHEN p.file IN ('naked_subset', 'hidden_subset') THEN ' ' || a.members || ' ' || u.unit_type || ' ' || u.unit
            ELSE COALESCE((
                SELECT ' ' || GROUP_CONCAT(x.item, ' ')
                FROM (
                    SELECT r.role || COALESCE(' r' || (r.cell / 10) || 'c' || (r.cell % 10), '') || COALESCE(' ' || n.unit_type || ' ' || n.unit, '')
                        || COALESCE(' ' || r.digit, '') AS item
                    FROM step_evidence AS r
                    LEFT JOIN unit_name AS n ON n.unit_no = r.unit_no
                    WHERE r.puzzle_id = e.puzzle_id AND r.step = e.step AND r.pattern = e.pattern AND r.role <> 'body'
                    ORDER BY r.ordinal
                ) AS x
            ), '')
        END
FROM elimination AS e
INNER JOIN pattern_part AS p ON p.puzzle_id = e.puzzle_id AND p.step = e.step AND p.pattern = e.pattern
LEFT JOIN combination AS a ON a.combination_id = p.first_set
LEFT JOIN combination AS b ON b.combination_id = p.second_set
LEFT JOIN unit_name AS u ON u.unit_no = p.unit_no
LEFT JOIN unit_name AS o ON o.unit_no = p.other_no
WHERE e.step > 0 AND e.pattern > 0;

INSERT INTO column_comment (table_name, column_name, comment)
VALUES
    ('location_wide', 'cell_name', 'The name of the cell, such as r4c5'),
    ('placement', 'cell_name', 'The name of the cell, such as r4c5'),
    ('candidate_at', 'cell_name', 'The name of the cell, such as r4c5'),
    ('evidence', 'cell_name', 'The name of the cell, such as r4c5, if the part has a cell'),
    ('evidence', 'rule', 'The technique'),
    ('candidate_mask', 'puzzle_id', 'The puzzle'),
    ('candidate_mask', 'cell', 'row * 10 + column, 11 to 99'),
    ('candidate_mask', 'cell_name', 'The name of the cell, such as r4c5'),
    ('candidate_mask', 'mask', 'Sum of the masks of its candidates'),
    ('puzzle_step', '', 'A moment at which a puzzle can be seen: as it came, and after each step that was kept'),
    ('puzzle_step', 'puzzle_id', 'The puzzle'),
    ('puzzle_step', 'step', 'The step, 0 for the beginning'),
    ('grid', '', 'A row of the grid in nine columns'),
    ('grid', 'puzzle_id', 'The puzzle'),
    ('grid', 'row_no', '1 to 9'),
    ('grid', 'c1', 'The digit in column 1, or its candidates while it is open'),
    ('grid', 'c2', 'The digit in column 2, or its candidates while it is open'),
    ('grid', 'c3', 'The digit in column 3, or its candidates while it is open'),
    ('grid', 'c4', 'The digit in column 4, or its candidates while it is open'),
    ('grid', 'c5', 'The digit in column 5, or its candidates while it is open'),
    ('grid', 'c6', 'The digit in column 6, or its candidates while it is open'),
    ('grid', 'c7', 'The digit in column 7, or its candidates while it is open'),
    ('grid', 'c8', 'The digit in column 8, or its candidates while it is open'),
    ('grid', 'c9', 'The digit in column 9, or its candidates while it is open'),
    ('board_at', '', 'A line of the grid after a step'),
    ('board_at', 'puzzle_id', 'The puzzle'),
    ('board_at', 'step', 'The step, 0 for the beginning'),
    ('board_at', 'row_no', '1 to 9'),
    ('board_at', 'line', 'Its digits, a dot for an empty cell'),
    ('grid_at', '', 'A row of the grid after a step, in nine columns'),
    ('grid_at', 'puzzle_id', 'The puzzle'),
    ('grid_at', 'step', 'The step, 0 for the beginning'),
    ('grid_at', 'row_no', '1 to 9'),
    ('grid_at', 'c1', 'The digit in column 1, or its candidates while it is open'),
    ('grid_at', 'c2', 'The digit in column 2, or its candidates while it is open'),
    ('grid_at', 'c3', 'The digit in column 3, or its candidates while it is open'),
    ('grid_at', 'c4', 'The digit in column 4, or its candidates while it is open'),
    ('grid_at', 'c5', 'The digit in column 5, or its candidates while it is open'),
    ('grid_at', 'c6', 'The digit in column 6, or its candidates while it is open'),
    ('grid_at', 'c7', 'The digit in column 7, or its candidates while it is open'),
    ('grid_at', 'c8', 'The digit in column 8, or its candidates while it is open'),
    ('grid_at', 'c9', 'The digit in column 9, or its candidates while it is open');

UPDATE column_comment
SET comment = 'single, base, cover, body, fin, unit, cell, digit, link, ...'
WHERE table_name = 'evidence' AND column_name = 'role';

UPDATE column_comment
SET comment = 'Parts of patterns that no number can tell; read the view evidence instead'
WHERE table_name = 'step_evidence' AND column_name = '';

-- +goose Down
DELETE FROM column_comment WHERE table_name IN ('puzzle_step', 'grid', 'board_at', 'grid_at') OR column_name = 'cell_name';

DELETE FROM column_comment WHERE table_name = 'candidate_mask' AND column_name <> '';

DELETE FROM column_comment WHERE table_name = 'evidence' AND column_name = 'rule';

UPDATE column_comment
SET comment = 'single, base, cover, unit, cell, digit, fin, link, ...'
WHERE table_name = 'evidence' AND column_name = 'role';

UPDATE column_comment
SET comment = 'Parts of patterns that are no sets of lines or cells; read the view evidence instead'
WHERE table_name = 'step_evidence' AND column_name = '';

DROP VIEW history;
DROP VIEW evidence;
DROP VIEW placement;
DROP VIEW candidate_at;
DROP VIEW grid_at;
DROP VIEW board_at;
DROP VIEW candidate_grid;
DROP VIEW grid;
DROP VIEW puzzle_step;
DROP VIEW candidate_mask;

DELETE FROM step_evidence
WHERE role = 'body'
    OR EXISTS (
        SELECT 1
        FROM elimination AS e
        INNER JOIN technique AS t ON t.name = e.rule
        WHERE e.puzzle_id = step_evidence.puzzle_id
            AND e.step = step_evidence.step
            AND e.pattern = step_evidence.pattern
            AND t.file = 'basic_fish'
    );

DELETE FROM deduction_evidence
WHERE role = 'body' OR technique IN (SELECT t.name FROM technique AS t WHERE t.file = 'basic_fish');

ALTER TABLE location_wide DROP COLUMN cell_name;

CREATE VIEW candidate_mask AS
SELECT c.puzzle_id, c.cell, SUM(t.mask) AS mask
FROM candidate AS c
INNER JOIN token AS t ON t.digit = c.digit
GROUP BY c.puzzle_id, c.cell;

CREATE VIEW candidate_grid AS
SELECT x.puzzle_id, x.row_no,
    MAX(CASE x.column_no WHEN 1 THEN SUBSTR(x.marks || '         ', 1, 9) END) || ' '
        || MAX(CASE x.column_no WHEN 2 THEN SUBSTR(x.marks || '         ', 1, 9) END) || ' '
        || MAX(CASE x.column_no WHEN 3 THEN SUBSTR(x.marks || '         ', 1, 9) END) || ' | '
        || MAX(CASE x.column_no WHEN 4 THEN SUBSTR(x.marks || '         ', 1, 9) END) || ' '
        || MAX(CASE x.column_no WHEN 5 THEN SUBSTR(x.marks || '         ', 1, 9) END) || ' '
        || MAX(CASE x.column_no WHEN 6 THEN SUBSTR(x.marks || '         ', 1, 9) END) || ' | '
        || MAX(CASE x.column_no WHEN 7 THEN SUBSTR(x.marks || '         ', 1, 9) END) || ' '
        || MAX(CASE x.column_no WHEN 8 THEN SUBSTR(x.marks || '         ', 1, 9) END) || ' '
        || MAX(CASE x.column_no WHEN 9 THEN SUBSTR(x.marks || '         ', 1, 9) END) AS line
FROM (
    SELECT z.puzzle_id, l.row_no, l.column_no,
        COALESCE(CAST(c.digit AS TEXT), (
            SELECT REPLACE(a.display, '.', '')
            FROM combination AS a
            WHERE a.mask = (
                SELECT SUM(t.mask)
                FROM candidate AS d
                INNER JOIN token AS t ON t.digit = d.digit
                WHERE d.puzzle_id = z.puzzle_id AND d.cell = l.cell
            )
        ), '') AS marks
    FROM puzzle AS z
    CROSS JOIN location_wide AS l
    LEFT JOIN cell AS c ON c.puzzle_id = z.puzzle_id AND c.cell = l.cell
) AS x
GROUP BY x.puzzle_id, x.row_no;

CREATE VIEW candidate_at AS
SELECT s.puzzle_id, s.step, l.cell, t.digit
FROM (
    SELECT z.puzzle_id, 0 AS step
    FROM puzzle AS z
    UNION ALL
    SELECT x.puzzle_id, x.step
    FROM step AS x
) AS s
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

CREATE VIEW placement AS
SELECT c.puzzle_id, c.step, c.cell, c.digit, c.rule, c.pattern
FROM cell AS c;

CREATE VIEW evidence AS
SELECT p.puzzle_id, p.step, p.pattern, 1 AS ordinal, 'single' AS role, p.cell, p.digit, u.unit_type, u.unit
FROM pattern_part AS p
LEFT JOIN unit_name AS u ON u.unit_no = p.unit_no
WHERE p.file IN ('full_house', 'naked_single', 'hidden_single')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, 1, 'base', NULL, p.digit, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.unit_no
WHERE p.file IN ('pointing', 'claiming')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, 2, 'cover', NULL, p.digit, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.other_no
WHERE p.file IN ('pointing', 'claiming')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, m.ordinal, 'base', NULL, p.digit,
    CASE p.base_type WHEN 1 THEN 'row' ELSE 'column' END, m.digit
FROM pattern_part AS p
INNER JOIN combination_member AS m ON m.combination_id = p.first_set
WHERE p.file = 'basic_fish'
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, b.size + m.ordinal, 'cover', NULL, p.digit,
    CASE p.base_type WHEN 1 THEN 'column' ELSE 'row' END, m.digit
FROM pattern_part AS p
INNER JOIN combination AS b ON b.combination_id = p.first_set
INNER JOIN combination_member AS m ON m.combination_id = p.second_set
WHERE p.file = 'basic_fish'
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, 1, 'unit', NULL, NULL, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.unit_no
WHERE p.file IN ('locked_subset', 'naked_subset', 'hidden_subset')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, 2, 'unit', NULL, NULL, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.other_no
WHERE p.file = 'locked_subset'
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, CASE p.file WHEN 'locked_subset' THEN 2 ELSE 1 END + m.ordinal, 'cell',
    l.cell, NULL, NULL, NULL
FROM pattern_part AS p
INNER JOIN combination_member AS m ON m.combination_id = p.second_set
INNER JOIN location AS l ON l.unit_no = p.unit_no AND l.position = m.digit
WHERE p.file IN ('locked_subset', 'naked_subset', 'hidden_subset')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, CASE p.file WHEN 'locked_subset' THEN 2 ELSE 1 END + c.size + m.ordinal, 'digit',
    NULL, m.digit, NULL, NULL
FROM pattern_part AS p
INNER JOIN combination AS c ON c.combination_id = p.second_set
INNER JOIN combination_member AS m ON m.combination_id = p.first_set
WHERE p.file IN ('locked_subset', 'naked_subset', 'hidden_subset')
UNION ALL
SELECT r.puzzle_id, r.step, r.pattern, r.ordinal, r.role, r.cell, r.digit, u.unit_type, u.unit
FROM step_evidence AS r
LEFT JOIN unit_name AS u ON u.unit_no = r.unit_no
UNION ALL
SELECT r.puzzle_id, NULL, r.pattern, r.ordinal, r.role, r.cell, r.digit, u.unit_type, u.unit
FROM deduction_evidence AS r
LEFT JOIN unit_name AS u ON u.unit_no = r.unit_no
WHERE EXISTS (
    SELECT 1
    FROM deduction AS d
    WHERE d.puzzle_id = r.puzzle_id AND d.technique = r.technique AND d.pattern = r.pattern
);

CREATE VIEW history AS
SELECT c.puzzle_id, c.step, c.rule,
    'r' || (c.cell / 10) || 'c' || (c.cell % 10) || '=' || c.digit || ' ' || c.rule
        || COALESCE(' ' || u.unit_type || ' ' || u.unit, '') AS text
FROM cell AS c
LEFT JOIN unit_name AS u ON c.rule IN ('full_house', 'hidden_single') AND u.unit_no = c.pattern / 1000
WHERE c.step > 0
UNION ALL
SELECT e.puzzle_id, e.step, e.rule, 'r' || (e.cell / 10) || 'c' || (e.cell % 10) || '<>' || e.digit || ' ' || e.rule
FROM elimination AS e
WHERE e.step > 0 AND e.pattern = 0
UNION ALL
SELECT e.puzzle_id, e.step, e.rule,
    'r' || (e.cell / 10) || 'c' || (e.cell % 10) || '<>' || e.digit || ' ' || e.rule
        || CASE
            WHEN p.file = 'basic_fish' AND p.base_type = 1 THEN ' rows ' || a.members || ' columns ' || b.members
            WHEN p.file = 'basic_fish' THEN ' columns ' || a.members || ' rows ' || b.members
            WHEN p.file IN ('pointing', 'claiming') THEN ' ' || u.unit_type || ' ' || u.unit || ' ' || o.unit_type || ' ' || o.unit
            WHEN p.file = 'locked_subset' THEN
                ' ' || a.members || ' ' || u.unit_type || ' ' || u.unit || ' ' || o.unit_type || ' ' || o.unit
            WHEN p.file IN ('naked_subset', 'hidden_subset') THEN ' ' || a.members || ' ' || u.unit_type || ' ' || u.unit
            ELSE COALESCE((
                SELECT ' ' || GROUP_CONCAT(x.item, ' ')
                FROM (
                    SELECT r.role || COALESCE(' r' || (r.cell / 10) || 'c' || (r.cell % 10), '') || COALESCE(' ' || n.unit_type || ' ' || n.unit, '')
                        || COALESCE(' ' || r.digit, '') AS item
                    FROM step_evidence AS r
                    LEFT JOIN unit_name AS n ON n.unit_no = r.unit_no
                    WHERE r.puzzle_id = e.puzzle_id AND r.step = e.step AND r.pattern = e.pattern
                    ORDER BY r.ordinal
                ) AS x
            ), '')
        END
FROM elimination AS e
INNER JOIN pattern_part AS p ON p.puzzle_id = e.puzzle_id AND p.step = e.step AND p.pattern = e.pattern
LEFT JOIN combination AS a ON a.combination_id = p.first_set
LEFT JOIN combination AS b ON b.combination_id = p.second_set
LEFT JOIN unit_name AS u ON u.unit_no = p.unit_no
LEFT JOIN unit_name AS o ON o.unit_no = p.other_no
WHERE e.step > 0 AND e.pattern > 0;
