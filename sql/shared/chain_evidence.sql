-- The parts of the chains in deduction that have none yet, of all techniques whose key has the fields start and end of the kind node. A chain
-- goes from its end back to its start by chain_reach, and its parts follow in order, from an almost locked set at its start, if the
-- key says start_set, to the row that says what kind of chain it is. If some links of a chain suffice, because two of its nodes
-- exclude each other and so prove one end, only these are shown, as a loop from that end. An AIC keeps its two ends.
--
-- Two work tables hold what the last statement reads several times. SQLite would prepare one statement with common table expressions for
-- a tenth of a second.
DELETE FROM chain_shape;

INSERT INTO chain_shape (puzzle_id, technique, pattern, start_node, node, start_set, end_set)
SELECT DISTINCT d.puzzle_id, d.technique, d.pattern, d.pattern / s.divisor % s.modulus, d.pattern / e.divisor % e.modulus,
    COALESCE(d.pattern / a.divisor % a.modulus, 0), COALESCE(d.pattern / b.divisor % b.modulus, 0)
FROM deduction AS d
INNER JOIN pattern_field AS s ON s.technique = d.technique AND s.kind = 'node' AND s.name = 'start'
INNER JOIN pattern_field AS e ON e.technique = d.technique AND e.kind = 'node' AND e.name = 'end'
LEFT JOIN pattern_field AS a ON a.technique = d.technique AND a.name = 'start_set'
LEFT JOIN pattern_field AS b ON b.technique = d.technique AND b.name = 'end_set'
WHERE NOT EXISTS (
    SELECT 1
    FROM deduction_evidence AS o
    WHERE o.puzzle_id = d.puzzle_id AND o.pattern = d.pattern AND o.technique = d.technique
);

DELETE FROM chain_walk;

-- Each chain from its start, and from its end, which is back. next_set is the set between the link and the next one.
INSERT INTO chain_walk (puzzle_id, technique, pattern, back, total, links, off_node, node, set_no, next_set)
WITH RECURSIVE walk (puzzle_id, technique, pattern, start_node, node, links, previous) AS (
    SELECT f.puzzle_id, f.technique, f.pattern, r.start_node, r.node, r.links, r.previous
    FROM chain_shape AS f
    CROSS JOIN chain_reach AS r
    WHERE r.puzzle_id = f.puzzle_id AND r.start_node = f.start_node AND r.node = f.node
    UNION ALL
    SELECT w.puzzle_id, w.technique, w.pattern, w.start_node, r.node, r.links, r.previous
    FROM walk AS w
    CROSS JOIN chain_reach AS r
    WHERE r.puzzle_id = w.puzzle_id AND r.start_node = w.start_node AND r.node = w.previous
),
link AS (
    SELECT w.puzzle_id, w.technique, w.pattern, COUNT(*) OVER (PARTITION BY w.puzzle_id, w.technique, w.pattern) AS total,
        ROW_NUMBER() OVER (PARTITION BY w.puzzle_id, w.technique, w.pattern ORDER BY w.links) AS links, w.node,
        COALESCE(l.off_node, w.start_node) AS off_node, COALESCE(l.set_no, 0) AS set_no
    FROM walk AS w
    LEFT JOIN chain_link AS l ON l.puzzle_id = w.puzzle_id AND l.node = w.previous AND l.next_node = w.node
)
SELECT k.puzzle_id, k.technique, k.pattern, 0, k.total, k.links, k.off_node, k.node, k.set_no,
    COALESCE(LEAD(k.set_no) OVER (PARTITION BY k.puzzle_id, k.technique, k.pattern ORDER BY k.links), 0)
FROM link AS k
UNION ALL
SELECT k.puzzle_id, k.technique, k.pattern, 1, k.total, k.total + 1 - k.links, k.node, k.off_node,
    COALESCE(LEAD(k.set_no) OVER (PARTITION BY k.puzzle_id, k.technique, k.pattern ORDER BY k.links), 0), k.set_no
FROM link AS k;

-- The first node that excludes an earlier one, before the end of the chain, and that one.
UPDATE chain_shape
SET links = c.number / 2000, back = c.number / 1000 % 2, turn = c.number % 1000, closes = c.closes
FROM (
    -- Two true nodes of a chain that exclude each other, without a set. The number orders them, and is 0 for the start and the end.
    WITH node_pair AS (
        SELECT f.puzzle_id, f.technique, f.pattern, 0 AS number, f.start_node AS node, f.node AS other
        FROM chain_shape AS f
        UNION ALL
        SELECT b.puzzle_id, b.technique, b.pattern, (b.links * 2 + b.back) * 1000 + a.links, a.node, b.node
        FROM chain_walk AS a
        INNER JOIN chain_walk AS b ON b.puzzle_id = a.puzzle_id
            AND b.technique = a.technique
            AND b.pattern = a.pattern
            AND b.back = a.back
            AND b.links > a.links
            AND b.links < b.total
        WHERE b.technique NOT IN ('aic', 'grouped_aic', 'als_aic')
    ),
    exclusion AS (
        SELECT t.puzzle_id, t.technique, t.pattern, t.number
        FROM node_pair AS t
        WHERE t.node / 1000 <> t.other / 1000 AND t.node % 1000 = t.other % 1000 AND t.node % 1000 < 100
            OR t.node / 1000 = t.other / 1000 AND EXISTS (
                SELECT 1
                FROM chain_unit AS u
                CROSS JOIN chain_unit AS o
                CROSS JOIN place_mask AS m
                WHERE u.place = t.node % 1000
                    AND o.place = t.other % 1000
                    AND o.unit_no = u.unit_no
                    AND m.puzzle_id = t.puzzle_id
                    AND m.unit_no = u.unit_no
                    AND m.digit = t.node / 1000
                    AND u.places & o.places & m.places = 0
            )
            OR t.node / 1000 = t.other / 1000 AND t.technique NOT IN ('grouped_nice_loop', 'grouped_aic', 'als_nice_loop', 'als_aic') AND EXISTS (
                SELECT 1
                FROM far_peer AS q
                WHERE q.cell = t.node % 1000 AND q.peer = t.other % 1000
            )
    )
    SELECT e.puzzle_id, e.technique, e.pattern, COALESCE(MIN(NULLIF(e.number, 0)), 0) AS number,
        MAX(CASE e.number WHEN 0 THEN 1 ELSE 0 END) AS closes
    FROM exclusion AS e
    GROUP BY e.puzzle_id, e.technique, e.pattern
) AS c
WHERE chain_shape.puzzle_id = c.puzzle_id AND chain_shape.technique = c.technique AND chain_shape.pattern = c.pattern;

-- A continuous loop takes what is weakly linked to both nodes of one of its weak links, because one of them is true. Of several loops
-- that with the smallest key does. Loops that a set beyond an end closes are left out.
UPDATE deduction
SET pattern = c.pattern
FROM (
    WITH loop_link AS (
        SELECT k.puzzle_id, k.technique, k.pattern, k.links, k.off_node, k.set_no,
            LAG(k.node) OVER (PARTITION BY k.puzzle_id, k.technique, k.pattern ORDER BY k.links) AS previous
        FROM chain_shape AS f
        INNER JOIN chain_walk AS k ON k.puzzle_id = f.puzzle_id AND k.technique = f.technique AND k.pattern = f.pattern AND k.back = 0
        WHERE f.turn = 0
            AND f.start_node <> f.node
            AND f.start_set = 0
            AND f.end_set = 0
            AND f.closes = 1
            AND k.total > 1
    ),
    joined_node AS (
        SELECT l.puzzle_id, l.technique, l.pattern, l.links, l.set_no, 0 AS side, l.previous AS node
        FROM loop_link AS l
        WHERE l.links > 1
        UNION ALL
        SELECT l.puzzle_id, l.technique, l.pattern, l.links, l.set_no, 1, l.off_node
        FROM loop_link AS l
        WHERE l.links > 1
    ),
    barred AS (
        SELECT d.puzzle_id, d.technique, d.cell, d.digit, n.pattern, n.links, n.side
        FROM joined_node AS n
        INNER JOIN deduction AS d ON d.puzzle_id = n.puzzle_id AND d.technique = n.technique AND d.pattern > n.pattern
        WHERE n.node / 1000 <> d.digit AND n.node % 1000 = d.cell
            OR n.node / 1000 = d.digit AND EXISTS (
                SELECT 1
                FROM chain_unit AS u
                CROSS JOIN location AS o
                WHERE u.place = n.node % 1000 AND o.unit_no = u.unit_no AND o.cell = d.cell AND o.place & u.places = 0
            )
            OR n.node / 1000 = d.digit
                AND n.technique NOT IN ('grouped_nice_loop', 'grouped_aic', 'als_nice_loop', 'als_aic')
                AND EXISTS (SELECT 1 FROM far_peer AS q WHERE q.cell = n.node % 1000 AND q.peer = d.cell)
            OR n.set_no > 0
                AND n.node / 1000 <> d.digit
                AND EXISTS (
                    SELECT 1
                    FROM chain_sight AS a
                    CROSS JOIN chain_sight AS b
                    WHERE a.puzzle_id = n.puzzle_id
                        AND a.set_no = n.set_no
                        AND a.node = n.node
                        AND b.puzzle_id = n.puzzle_id
                        AND b.set_no = n.set_no
                        AND b.node = d.digit * 1000 + d.cell
                )
    ),
    joined AS (
        SELECT b.puzzle_id, b.technique, b.cell, b.digit, b.pattern
        FROM barred AS b
        GROUP BY b.puzzle_id, b.technique, b.cell, b.digit, b.pattern, b.links
        HAVING COUNT(*) = 2
    )
    SELECT j.puzzle_id, j.technique, j.cell, j.digit, MIN(j.pattern) AS pattern
    FROM joined AS j
    GROUP BY j.puzzle_id, j.technique, j.cell, j.digit
) AS c
WHERE deduction.puzzle_id = c.puzzle_id
    AND deduction.technique = c.technique
    AND deduction.cell = c.cell
    AND deduction.digit = c.digit
    AND EXISTS (
        SELECT 1
        FROM chain_shape AS f
        WHERE f.puzzle_id = deduction.puzzle_id AND f.technique = deduction.technique AND f.pattern = deduction.pattern
    );

DELETE FROM chain_shape
WHERE NOT EXISTS (
    SELECT 1
    FROM deduction AS d
    WHERE d.puzzle_id = chain_shape.puzzle_id AND d.technique = chain_shape.technique AND d.pattern = chain_shape.pattern
);

-- The ends and the links that are shown. A loop goes on to the node that excludes an earlier one, and back from there.
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
WITH ended AS (
    SELECT f.puzzle_id, f.technique, f.pattern, f.start_node, f.node, f.start_set, f.end_set, f.closes
    FROM chain_shape AS f
    WHERE f.turn = 0
    UNION ALL
    SELECT f.puzzle_id, f.technique, f.pattern, CASE f.back WHEN 0 THEN f.start_node ELSE f.node END,
        CASE f.back WHEN 0 THEN f.start_node ELSE f.node END, CASE f.back WHEN 0 THEN f.start_set ELSE f.end_set END, 0, f.closes
    FROM chain_shape AS f
    WHERE f.turn > 0
),
shown_link AS (
    SELECT k.puzzle_id, k.technique, k.pattern, k.total, k.links, k.off_node, k.node, k.set_no
    FROM chain_shape AS f
    INNER JOIN chain_walk AS k ON k.puzzle_id = f.puzzle_id AND k.technique = f.technique AND k.pattern = f.pattern AND k.back = 0
    WHERE f.turn = 0
    UNION ALL
    SELECT d.puzzle_id, d.technique, d.pattern, l.links + l.turn, d.links, d.off_node, d.node, d.set_no
    FROM chain_shape AS l
    INNER JOIN chain_walk AS d ON d.puzzle_id = l.puzzle_id AND d.technique = l.technique AND d.pattern = l.pattern AND d.back = l.back
        AND d.links <= l.links
    WHERE l.turn > 0
    UNION ALL
    SELECT d.puzzle_id, d.technique, d.pattern, l.links + l.turn, l.links + l.turn + 1 - d.links, d.node, d.off_node,
        CASE d.links WHEN l.turn THEN 0 ELSE d.next_set END
    FROM chain_shape AS l
    INNER JOIN chain_walk AS d ON d.puzzle_id = l.puzzle_id AND d.technique = l.technique AND d.pattern = l.pattern AND d.back = l.back
        AND d.links <= l.turn
    WHERE l.turn > 0
),
shown AS (
    SELECT k.puzzle_id, k.technique, k.pattern, k.total, k.links, k.off_node, k.node, k.set_no,
        LAG(k.node) OVER (PARTITION BY k.puzzle_id, k.technique, k.pattern ORDER BY k.links) AS previous
    FROM shown_link AS k
),
shown_set AS (
    SELECT f.puzzle_id, f.technique, f.pattern, 1 AS position, f.start_set AS set_no
    FROM ended AS f
    UNION ALL
    SELECT k.puzzle_id, k.technique, k.pattern, k.links * 10, k.set_no
    FROM shown AS k
    UNION ALL
    SELECT f.puzzle_id, f.technique, f.pattern, 5000, f.end_set
    FROM ended AS f
),
node AS (
    SELECT k.puzzle_id, k.technique, k.pattern, k.links * 10 + 1 AS position, CASE k.links WHEN 1 THEN 'start' ELSE 'link' END AS role, k.off_node AS node
    FROM shown AS k
    UNION ALL
    SELECT k.puzzle_id, k.technique, k.pattern, k.links * 10 + 3, CASE k.links WHEN k.total THEN 'end' ELSE 'link' END, k.node
    FROM shown AS k
),
-- What is weakly linked to the ends, through the set beyond an end if there is one.
chain_end AS (
    SELECT f.puzzle_id, f.technique, f.pattern, f.start_node AS node, f.start_set AS set_no
    FROM ended AS f
    WHERE f.start_node <> f.node
    UNION ALL
    SELECT f.puzzle_id, f.technique, f.pattern, f.node, f.end_set
    FROM ended AS f
    WHERE f.start_node <> f.node
),
seen AS (
    SELECT e.puzzle_id, e.technique, e.pattern, e.node, m.cell, m.digit, CASE e.set_no WHEN 0 THEN 1 ELSE 0 END AS ends
    FROM chain_end AS e
    CROSS JOIN chain_unit AS u
    CROSS JOIN location AS l
    CROSS JOIN pencil_mark AS m
    WHERE u.place = e.node % 1000
        AND l.unit_no = u.unit_no
        AND l.place & u.places = 0
        AND m.puzzle_id = e.puzzle_id
        AND m.digit = e.node / 1000
        AND m.cell = l.cell
    UNION
    -- Chains of cells also go through cells that see each other without a unit.
    SELECT e.puzzle_id, e.technique, e.pattern, e.node, m.cell, m.digit, CASE e.set_no WHEN 0 THEN 1 ELSE 0 END
    FROM chain_end AS e
    CROSS JOIN far_peer AS q
    CROSS JOIN pencil_mark AS m
    WHERE e.technique NOT IN ('grouped_nice_loop', 'grouped_aic', 'als_nice_loop', 'als_aic')
        AND q.cell = e.node % 1000
        AND m.puzzle_id = e.puzzle_id
        AND m.digit = e.node / 1000
        AND m.cell = q.peer
    UNION
    SELECT e.puzzle_id, e.technique, e.pattern, e.node, m.cell, m.digit, CASE e.set_no WHEN 0 THEN 1 ELSE 0 END
    FROM chain_end AS e
    CROSS JOIN token AS t
    CROSS JOIN pencil_mark AS m
    WHERE t.digit <> e.node / 1000 AND m.puzzle_id = e.puzzle_id AND m.digit = t.digit AND m.cell = e.node % 1000
    UNION
    SELECT e.puzzle_id, e.technique, e.pattern, e.node, v.node % 1000, v.node / 1000, 1
    FROM chain_end AS e
    CROSS JOIN chain_sight AS v
    WHERE v.puzzle_id = e.puzzle_id AND v.set_no = e.set_no AND v.node % 1000 < 100 AND v.node / 1000 <> e.node / 1000
),
reached AS (
    SELECT s.puzzle_id, s.technique, s.pattern, SUM(s.ends) AS ends
    FROM seen AS s
    GROUP BY s.puzzle_id, s.technique, s.pattern, s.cell, s.digit
),
closing AS (
    SELECT r.puzzle_id, r.technique, r.pattern, COUNT(CASE r.ends WHEN 2 THEN 1 END) AS reached
    FROM reached AS r
    GROUP BY r.puzzle_id, r.technique, r.pattern
),
part AS (
    SELECT s.puzzle_id, s.technique, s.pattern, s.position,
        'set_' || SUBSTR('abcdefghijklmnopqrstuvwxyz', CAST(DENSE_RANK() OVER (
            PARTITION BY s.puzzle_id, s.technique, s.pattern ORDER BY s.position
        ) - 1 AS INTEGER) % 26 + 1, 1) AS role,
        l.cell, CAST(NULL AS INTEGER) AS digit, CAST(NULL AS INTEGER) AS unit_no
    FROM shown_set AS s
    CROSS JOIN chain_set AS c
    CROSS JOIN location AS l
    WHERE s.set_no > 0 AND c.set_no = s.set_no AND l.unit_no = c.group_no / 1000 AND l.place & c.group_no % 1000 <> 0
    UNION ALL
    SELECT k.puzzle_id, k.technique, k.pattern, k.links * 10, 'weak', NULL, k.off_node / 1000, MIN(a.unit_no)
    FROM shown AS k
    CROSS JOIN chain_unit AS a
    CROSS JOIN chain_unit AS b
    WHERE k.set_no = 0
        AND k.previous / 1000 = k.off_node / 1000
        AND a.place = k.previous % 1000
        AND b.place = k.off_node % 1000
        AND b.unit_no = a.unit_no
    GROUP BY k.puzzle_id, k.technique, k.pattern, k.links, k.off_node
    UNION ALL
    SELECT k.puzzle_id, k.technique, k.pattern, k.links * 10, 'weak', k.off_node % 1000, NULL, NULL
    FROM shown AS k
    WHERE k.set_no = 0 AND k.links > 1 AND k.previous / 1000 <> k.off_node / 1000
    UNION ALL
    SELECT n.puzzle_id, n.technique, n.pattern, n.position, n.role, m.cell, m.digit, NULL
    FROM node AS n
    CROSS JOIN chain_cell AS c
    CROSS JOIN pencil_mark AS m
    WHERE c.place = n.node % 1000 AND m.puzzle_id = n.puzzle_id AND m.digit = n.node / 1000 AND m.cell = c.cell
    UNION ALL
    SELECT k.puzzle_id, k.technique, k.pattern, k.links * 10 + 2, 'strong',
        CASE s.unit_no WHEN 0 THEN k.node % 1000 END, CASE WHEN s.unit_no > 0 THEN k.node / 1000 END, NULLIF(s.unit_no, 0)
    FROM shown AS k
    CROSS JOIN chain_strong AS s
    WHERE s.puzzle_id = k.puzzle_id AND s.node = k.off_node AND s.other = k.node
    UNION ALL
    SELECT f.puzzle_id, f.technique, f.pattern, 6000, CASE
            WHEN f.start_node = f.node THEN 'discontinuous_loop'
            WHEN f.start_node / 1000 <> f.node / 1000 AND EXISTS (
                SELECT 1
                FROM chain_sight AS o
                WHERE o.puzzle_id = f.puzzle_id
                    AND (o.set_no = f.start_set AND o.node = f.node OR o.set_no = f.end_set AND o.node = f.start_node)
            ) THEN 'continuous_loop'
            WHEN f.closes = 1 AND EXISTS (
                SELECT 1
                FROM chain_reach AS r
                WHERE r.puzzle_id = f.puzzle_id AND r.start_node = f.start_node AND r.node = f.node AND r.links > 1
            ) THEN 'continuous_loop'
            WHEN c.reached = 1 THEN 'discontinuous_loop'
            ELSE 'open_chain'
        END, NULL, NULL, NULL
    FROM ended AS f
    LEFT JOIN closing AS c ON c.puzzle_id = f.puzzle_id AND c.technique = f.technique AND c.pattern = f.pattern
)
SELECT r.puzzle_id, r.technique, r.pattern,
    ROW_NUMBER() OVER (PARTITION BY r.puzzle_id, r.technique, r.pattern ORDER BY r.position, r.cell),
    r.role, r.cell, r.digit, r.unit_no
FROM part AS r;
