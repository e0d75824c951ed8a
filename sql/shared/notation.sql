-- The query of the view notation. docs/notation.md describes the text. The package internal/explain makes the same text.
--
-- The text of each pattern p is made by a subquery that reads only the rows of its puzzle. Each of its levels is used once, because
-- SQLite would otherwise run the levels below again. From the inside: the parts of the pattern with the rows of evidence, their
-- classes, elements, cells and digits of the elements, and the piece of text of each element. An element is what the line names as one: a
-- node of a chain, an almost locked set, a color, a cell. shape is the kind of line: 1 chain, 2 colors, 3 Death Blossom, 4 row of sets,
-- 5 W-Wing, 6 XY-Wing or XYZ-Wing, 7 remote pair, 8 WXYZ-Wing.
SELECT p.puzzle_id, p.step, p.rule, p.pattern, (
    SELECT CASE
            WHEN MIN(s.shape) <> 2 THEN GROUP_CONCAT(s.piece, '')
            ELSE '(' || MIN(s.digit) || ')' || CASE
                WHEN MAX(s.color_4) IS NULL
                    THEN CASE MAX(s.element_no * s.falsified)
                        WHEN 0 THEN MAX(s.color_1) || ' = ' || MAX(s.color_2)
                        WHEN 1 THEN MAX(s.color_2) || ' = ' || MAX(s.color_1) || ' - ' || MAX(s.color_1) || ' = ' || MAX(s.color_2)
                        ELSE MAX(s.color_1) || ' = ' || MAX(s.color_2) || ' - ' || MAX(s.color_2) || ' = ' || MAX(s.color_1)
                    END
                ELSE MAX(s.color_2) || ' = ' || MAX(s.color_1) || ' - ' || MAX(s.color_3) || ' = ' || MAX(s.color_4)
                    || CASE MAX(s.unseen) WHEN 0 THEN '' ELSE ' - ' || MAX(s.color_1) || ' = ' || MAX(s.color_2) END
            END
        END || ' => ' || COALESCE(MAX(s.proved), '') || (
            SELECT GROUP_CONCAT(v.name, ', ')
            FROM (
                SELECT w.cell_name || '<>' || x.digit AS name
                FROM elimination AS x
                INNER JOIN location_wide AS w ON w.cell = x.cell
                WHERE x.puzzle_id = p.puzzle_id AND x.step = p.step AND x.rule = p.rule AND x.pattern = p.pattern
                UNION ALL
                SELECT w.cell_name || '<>' || x.digit
                FROM deduction AS x
                INNER JOIN location_wide AS w ON w.cell = x.cell
                WHERE p.step IS NULL AND x.puzzle_id = p.puzzle_id AND x.technique = p.rule AND x.pattern = p.pattern
                ORDER BY 1
            ) AS v
        )
    FROM (
        SELECT q.element_no, q.shape, q.digit, q.falsified,
            -- With two nets, a color that sees both colors of the other net is false. Otherwise all victims see the fourth color.
            CASE
                WHEN q.shape = 2 AND q.element_no = 4
                THEN (
                    SELECT COUNT(*)
                    FROM (
                        SELECT x.cell
                        FROM elimination AS x
                        WHERE x.puzzle_id = p.puzzle_id AND x.step = p.step AND x.rule = p.rule AND x.pattern = p.pattern
                        UNION ALL
                        SELECT x.cell
                        FROM deduction AS x
                        WHERE p.step IS NULL AND x.puzzle_id = p.puzzle_id AND x.technique = p.rule AND x.pattern = p.pattern
                    ) AS v
                    WHERE NOT EXISTS (
                        SELECT 1
                        FROM step_evidence AS r
                        INNER JOIN peer AS n ON n.cell = r.cell
                        WHERE r.puzzle_id = p.puzzle_id AND r.step = p.step AND r.pattern = p.pattern AND r.role = 'color_2' AND r.ordinal >= q.ordinal AND n.peer = v.cell
                    )
                        AND NOT EXISTS (
                            SELECT 1
                            FROM deduction_evidence AS r
                            INNER JOIN peer AS n ON n.cell = r.cell
                            WHERE p.step IS NULL
                                AND r.puzzle_id = p.puzzle_id
                                AND r.technique = p.rule
                                AND r.pattern = p.pattern
                                AND r.role = 'color_2'
                                AND r.ordinal >= q.ordinal
                                AND n.peer = v.cell
                        )
                )
            END AS unseen,
            CASE q.element_no WHEN 1 THEN q.color END AS color_1,
            CASE q.element_no WHEN 2 THEN q.color END AS color_2,
            CASE q.element_no WHEN 3 THEN q.color END AS color_3,
            CASE q.element_no WHEN 4 THEN q.color END AS color_4,
            -- A chain that ends where it began proves its first node.
            CASE
                WHEN q.class IN ('discontinuous_loop', 'open_chain') AND q.link = 'node' AND q.entered = q.first_digit AND q.last_name = q.first_name
                    THEN q.first_name || '=' || q.first_digit || ', so '
            END AS proved,
            CASE
                WHEN q.class = 'node'
                    THEN CASE
                            WHEN q.inside = 1 THEN CASE q.link WHEN 'strong' THEN '=' ELSE '-' END || q.digit
                            ELSE CASE WHEN q.link IS NULL THEN '' WHEN q.link = 'strong' THEN ' = ' ELSE ' - ' END
                                || CASE q.with_digit WHEN 1 THEN '(' || q.digit ELSE '' END
                        END || CASE
                            WHEN q.opens = 1 THEN ''
                            WHEN q.inside + q.with_digit > 0 THEN ')' || q.name
                            ELSE q.name
                        END
                -- A continuous loop returns to its first node over a weak link, unless there are sets beyond its ends.
                WHEN q.class = 'continuous_loop' AND q.link = 'node' AND q.first_digit > 0
                    THEN CASE q.inside WHEN 1 THEN '-' || q.first_digit || ')' ELSE ' - ' || CASE q.with_digit WHEN 1 THEN '(' || q.first_digit || ')' ELSE '' END END
                        || q.first_name
                -- A loop that proves the node next to a set takes a digit from the set.
                WHEN q.class = 'discontinuous_loop' AND q.link = 'node' AND q.first_digit IS NULL AND q.entered = q.second_digit AND q.last_name = q.second_name
                    THEN ' - (' || q.entered || '=' || (
                        SELECT REPLACE(d.display, '.', '')
                        FROM token AS t
                        INNER JOIN combination AS d ON d.mask = q.first_marks & ~t.mask
                        WHERE t.digit = q.entered
                    ) || ')' || q.first_name
                WHEN q.class = 'bridge_end' THEN CASE q.element_no WHEN 2 THEN ' - (' || q.digit || ')' ELSE ' = ' END || q.name
                WHEN q.class = 'cell' AND q.element_no = 1 AND q.single = 0
                    THEN '(' || (SELECT REPLACE(d.display, '.', '') FROM combination AS d WHERE d.mask = q.low) || ')' || q.name
                -- A chain from each candidate of the first cell to a set that takes it, in a Death Blossom and in a WXYZ-Wing.
                WHEN q.shape = 3 AND q.class = 'set' OR q.class = 'cell' AND q.element_no = 2 AND q.single = 0
                    THEN CASE WHEN q.element_no > 3 OR q.shape = 8 THEN ' | ' ELSE '' END || (
                        SELECT GROUP_CONCAT('(' || x.digit || ')' || q.first_name || ' - (' || x.digit || '=' || x.rest || ')' || q.name, ' | ')
                        FROM (
                            SELECT t.digit, REPLACE(d.display, '.', '') AS rest
                            FROM token AS t
                            INNER JOIN combination AS d ON d.mask = q.marks & ~t.mask
                            WHERE q.low & t.mask <> 0
                            ORDER BY t.digit
                        ) AS x
                    )
                WHEN q.low IS NOT NULL
                    THEN CASE
                            WHEN q.element_no > 1 THEN ' - '
                            ELSE ''
                        END || '(' || (SELECT REPLACE(d.display, '.', '') FROM combination AS d WHERE d.mask = q.low)
                        || '=' || (SELECT REPLACE(d.display, '.', '') FROM combination AS d WHERE d.mask = q.marks & ~q.low) || ')' || q.name
                        -- Two sets with two restricted commons are a loop.
                        || CASE WHEN q.shape = 4 AND q.element_no = 3 AND q.commons = 2 THEN ' - (' || q.entered_high || ')' || q.first_name ELSE '' END
            END AS piece
        FROM (
            SELECT k.element_no, k.ordinal, k.shape, k.class, k.digit, k.marks, k.name, k.falsified, k.link, k.entered, k.entered_high, k.commons, k.first_digit,
                k.first_name, k.first_marks, k.second_digit, k.second_name, k.last_name, k.inside, k.opens,
                CASE WHEN k.shape = 2 THEN CASE k.parts WHEN 1 THEN k.name ELSE '{' || k.name || '}' END END AS color,
                CASE
                    WHEN k.class = 'continuous_loop' AND k.entered = k.first_digit THEN 0
                    WHEN k.link IN ('strong', 'weak') AND k.digit = k.last_digit AND k.opens = 0 THEN 0
                    ELSE 1
                END AS with_digit,
                -- A WXYZ-Wing whose fourth cell has two candidates is a chain.
                CASE WHEN EXISTS (SELECT 1 FROM token AS t WHERE t.mask = k.first_marks & ~k.lost) THEN 1 ELSE 0 END AS single,
                k.marks & CASE
                    WHEN k.shape = 5 AND k.element_no = 1 THEN ~(SELECT t.mask FROM token AS t WHERE t.digit = k.next_digit)
                    WHEN k.shape = 5 THEN (SELECT t.mask FROM token AS t WHERE t.digit = k.entered)
                    WHEN k.shape = 3 AND k.class = 'set' THEN k.entered_marks
                    WHEN k.shape = 7 AND k.element_no % 2 = 1 THEN k.lowest
                    WHEN k.shape = 7 THEN ~k.lowest
                    WHEN k.shape IN (6, 8) AND k.element_no = 2 THEN k.first_marks & ~k.lost
                    WHEN k.shape = 6 AND k.element_no = 3 THEN ~k.lost
                    WHEN k.shape = 4 AND k.element_no = 1 AND k.next_commons = 2 THEN (SELECT t.mask FROM token AS t WHERE t.digit = k.next_high)
                    WHEN k.element_no = 1 THEN k.lost
                    ELSE (SELECT t.mask FROM token AS t WHERE t.digit = k.entered)
                END AS low
            FROM (
                SELECT e.element_no, e.ordinal, e.shape, e.class, e.digit, e.parts, e.marks, e.name, e.falsified, e.lost, e.lowest,
                    LAG(e.class) OVER near AS link, LAG(e.digit) OVER near AS entered, LAG(e.high_digit) OVER near AS entered_high, LAG(e.marks) OVER near AS entered_marks,
                    LAG(e.parts) OVER near AS commons,
                    LAG(e.digit, 2) OVER near AS last_digit, LAG(e.name) OVER near AS last_name,
                    LEAD(e.digit) OVER near AS next_digit, LEAD(e.high_digit) OVER near AS next_high, LEAD(e.parts) OVER near AS next_commons,
                    FIRST_VALUE(e.digit) OVER near AS first_digit, FIRST_VALUE(e.name) OVER near AS first_name, FIRST_VALUE(e.marks) OVER near AS first_marks,
                    NTH_VALUE(e.digit, 2) OVER near AS second_digit, NTH_VALUE(e.name, 2) OVER near AS second_name,
                    -- Two candidates of one cell share its name.
                    CASE
                        WHEN e.class = 'node' AND e.parts = 1 AND LAG(e.class) OVER near IN ('strong', 'weak') AND LAG(e.parts, 2) OVER near = 1
                            AND LAG(e.cell, 2) OVER near = e.cell AND LAG(e.digit, 2) OVER near <> e.digit
                        THEN 1
                        WHEN e.class = 'continuous_loop' AND LAG(e.class) OVER near = 'node' AND LAG(e.parts) OVER near = 1 AND FIRST_VALUE(e.class) OVER near = 'node' AND FIRST_VALUE(e.parts) OVER near = 1
                            AND FIRST_VALUE(e.cell) OVER near = LAG(e.cell) OVER near
                        THEN 1
                        ELSE 0
                    END AS inside,
                    CASE
                        WHEN e.class = 'node' AND e.parts = 1 AND LEAD(e.class) OVER near IN ('strong', 'weak') AND LEAD(e.parts, 2) OVER near = 1
                            AND LEAD(e.cell, 2) OVER near = e.cell AND LEAD(e.digit, 2) OVER near <> e.digit
                        THEN 1
                        WHEN e.class = 'node' AND e.parts = 1 AND LEAD(e.class) OVER near = 'continuous_loop' AND FIRST_VALUE(e.class) OVER near = 'node' AND FIRST_VALUE(e.parts) OVER near = 1
                            AND FIRST_VALUE(e.cell) OVER near = e.cell
                        THEN 1
                        ELSE 0
                    END AS opens
                FROM (
                    -- The digits of sets are sums of masks, with the number of cells that have the digit in the place of each digit.
                    SELECT n.element_no, MIN(n.ordinal) AS ordinal, MIN(n.shape) AS shape, MIN(n.class) AS class, MIN(n.digit) AS digit, MAX(n.high_digit) AS high_digit, CAST(SUM(n.parts) AS BIGINT) AS parts,
                        MIN(n.cell) AS cell, MAX(n.falsified) AS falsified, MIN(n.lost) AS lost, MIN(n.lowest) AS lowest,
                        (CAST(SUM(n.marks) AS BIGINT) | (CAST(SUM(n.marks) AS BIGINT) >> 1) | (CAST(SUM(n.marks) AS BIGINT) >> 2) | (CAST(SUM(n.marks) AS BIGINT) >> 3)) & 4581298449 AS marks,
                        GROUP_CONCAT('r' || REPLACE(r.display, '.', '') || 'c' || REPLACE(c.display, '.', ''), ',') AS name
                    FROM (
                        SELECT g.element_no, g.column_mask, CAST(SUM(t.mask) AS BIGINT) AS row_mask, MIN(g.ordinal) AS ordinal, MIN(g.shape) AS shape, MIN(g.class) AS class, MIN(g.digit) AS digit,
                            MAX(g.high_digit) AS high_digit, SUM(g.parts) AS parts, MIN(g.cell) AS cell, MAX(g.falsified) AS falsified, MIN(g.lost) AS lost,
                            MIN(g.lowest) AS lowest, SUM(g.marks) AS marks
                        FROM (
                            SELECT l.element_no, w.row_no, CAST(SUM(t.mask) AS BIGINT) AS column_mask, MIN(l.ordinal) AS ordinal, MIN(l.shape) AS shape, MIN(l.class) AS class, MIN(l.digit) AS digit,
                                MAX(l.digit) AS high_digit, COUNT(*) AS parts, MIN(l.cell) AS cell, MIN(l.lost) AS lost, MIN(l.lowest) AS lowest,
                                MAX(CASE
                                    WHEN l.shape = 2 AND EXISTS (
                                        SELECT 1
                                        FROM elimination AS x
                                        WHERE x.puzzle_id = p.puzzle_id AND x.cell = l.cell AND x.digit = l.digit AND x.step = p.step AND x.pattern = p.pattern
                                    )
                                    THEN 1
                                    WHEN l.shape = 2 AND p.step IS NULL AND EXISTS (
                                        SELECT 1
                                        FROM deduction AS x
                                        WHERE x.puzzle_id = p.puzzle_id AND x.technique = p.rule AND x.cell = l.cell AND x.digit = l.digit AND x.pattern = p.pattern
                                    )
                                    THEN 1
                                    ELSE 0
                                END) AS falsified,
                                SUM(l.marks) AS marks
                            FROM (
                                SELECT a.ordinal, a.shape, a.class, a.cell, a.digit, a.lost, a.lowest, a.marks,
                                    CASE
                                        WHEN a.class = 'pivot' THEN 2
                                        WHEN a.class = 'pincer' AND a.position = 2 THEN 1
                                        -- The pivot of an XYZ-Wing and the second pincer are a set. A mask modulo 15 is its number of digits.
                                        WHEN a.class = 'pincer' AND MAX(CASE a.class WHEN 'pivot' THEN a.marks % 15 END) OVER () = 3 THEN 2
                                        WHEN a.class = 'pincer' THEN 3
                                        WHEN a.class = 'cell' AND a.position = 4 THEN 1
                                        WHEN a.class = 'cell' THEN 2
                                        ELSE SUM(a.begins) OVER (ORDER BY a.ordinal)
                                    END AS element_no
                                FROM (
                                    SELECT l.ordinal, l.role, l.cell, l.digit, o.lost, o.lowest,
                                        CASE WHEN l.role IN ('start', 'link', 'end') THEN 'node' WHEN SUBSTR(l.role, 1, 4) = 'set_' THEN 'set' ELSE l.role END AS class,
                                        ROW_NUMBER() OVER (ORDER BY l.ordinal) AS position,
                                        MIN(CASE l.role
                                            WHEN 'start' THEN 1
                                            WHEN 'color' THEN 2
                                            WHEN 'stem' THEN 3
                                            WHEN 'set_a' THEN 4
                                            WHEN 'bridge' THEN 5
                                            WHEN 'pivot' THEN 6
                                            WHEN 'bivalue' THEN 7
                                            ELSE 8
                                        END) OVER () AS shape,
                                        CASE
                                            WHEN l.role IN ('link', 'end') AND LAG(l.role) OVER (ORDER BY l.ordinal) IN ('start', 'link') THEN 0
                                            WHEN l.role <> COALESCE(LAG(l.role) OVER (ORDER BY l.ordinal), '') THEN 1
                                            WHEN l.role IN ('start', 'end', 'link', 'restricted', 'color', 'color_2') THEN 0
                                            WHEN SUBSTR(l.role, 1, 4) = 'set_' THEN 0
                                            ELSE 1
                                        END AS begins,
                                        CASE
                                            WHEN l.role IN ('bivalue', 'pivot', 'pincer', 'cell') OR SUBSTR(l.role, 1, 4) = 'set_'
                                            THEN (
                                                SELECT CAST(SUM(t.mask) AS BIGINT)
                                                FROM token AS t
                                                WHERE t.digit IS NOT NULL
                                                    AND
                                                    -- @include shared/live_before
                                            )
                                            -- The deepest subquery comes first: the parser of SQLite 3.40 allows no level more.
                                            WHEN l.role = 'restricted' THEN (SELECT t.mask FROM token AS t WHERE t.digit = l.digit)
                                        END AS marks
                                    FROM (
                                        SELECT CAST(SUM(t.mask) AS BIGINT) AS lost, MIN(t.mask) AS lowest
                                        FROM token AS t
                                        WHERE t.digit IN (
                                            SELECT x.digit
                                            FROM elimination AS x
                                            WHERE x.puzzle_id = p.puzzle_id AND x.step = p.step AND x.rule = p.rule AND x.pattern = p.pattern
                                            UNION ALL
                                            SELECT x.digit
                                            FROM deduction AS x
                                            WHERE p.step IS NULL AND x.puzzle_id = p.puzzle_id AND x.technique = p.rule AND x.pattern = p.pattern
                                        )
                                    ) AS o
                                    CROSS JOIN (
                                        SELECT f.part_no * 100 + m.member AS ordinal, f.role, w.cell,
                                            NULLIF(CAST(p.pattern / f.digit_divisor % f.digit_modulus AS INTEGER), 0) AS digit
                                        FROM token AS o
                                        -- @include shared/decode_pattern
                                            AND o.digit = 1
                                        UNION ALL
                                        SELECT r.ordinal, r.role, r.cell, r.digit
                                        FROM step_evidence AS r
                                        WHERE r.puzzle_id = p.puzzle_id AND r.step = p.step AND r.pattern = p.pattern
                                        UNION ALL
                                        SELECT r.ordinal, r.role, r.cell, r.digit
                                        FROM deduction_evidence AS r
                                        WHERE p.step IS NULL AND r.puzzle_id = p.puzzle_id AND r.technique = p.rule AND r.pattern = p.pattern
                                    ) AS l
                                ) AS a
                            ) AS l
                            LEFT JOIN location_wide AS w ON w.cell = l.cell
                            LEFT JOIN token AS t ON t.digit = w.column_no
                            GROUP BY l.element_no, w.row_no
                        ) AS g
                        LEFT JOIN token AS t ON t.digit = g.row_no
                        GROUP BY g.element_no, g.column_mask
                        ORDER BY g.element_no, MIN(g.row_no)
                    ) AS n
                    LEFT JOIN combination AS r ON r.mask = n.row_mask
                    LEFT JOIN combination AS c ON c.mask = n.column_mask
                    GROUP BY n.element_no
                ) AS e
                WINDOW near AS (ORDER BY e.element_no)
            ) AS k
        ) AS q
        ORDER BY q.element_no
    ) AS s
) AS text
FROM pattern_use AS p
-- The rows of a technique of a user need not be a whole chain.
WHERE NOT EXISTS (SELECT 1 FROM technique AS t WHERE t.name = p.rule AND t.family = 'user')
    AND (
        p.rule = 'wxyz_wing'
        OR EXISTS (
            SELECT 1
            FROM pattern_part AS f
            WHERE f.technique = p.rule AND f.role IN ('start', 'color', 'stem', 'set_a', 'bridge', 'pivot', 'bivalue')
        )
        OR EXISTS (
            SELECT 1
            FROM step_evidence AS r
            WHERE r.puzzle_id = p.puzzle_id
                AND r.step = p.step
                AND r.pattern = p.pattern
                AND r.role IN ('start', 'color', 'stem', 'set_a', 'bridge', 'pivot', 'bivalue')
        )
        OR p.step IS NULL
        AND EXISTS (
            SELECT 1
            FROM deduction_evidence AS r
            WHERE r.puzzle_id = p.puzzle_id
                AND r.technique = p.rule
                AND r.pattern = p.pattern
                AND r.role IN ('start', 'color', 'stem', 'set_a', 'bridge', 'pivot', 'bivalue')
        )
    )
