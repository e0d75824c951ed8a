-- Applies the rows of deduction and empties it. Where several techniques found something in a puzzle, only the easiest one
-- counts. So if you run all technique files and then this file, every puzzle advances by one step, as in the solver. The
-- solver does the same on its temporary tables.
--
-- Deductions that do not fit the state any more are deleted. So are all deductions about a puzzle in which placements
-- contradict each other, with a digit twice in a unit or two digits in a cell. Such a puzzle has no solution, and setdoku
-- solve says where.
--
-- Run it as one transaction. The text is the same for SQLite and PostgreSQL. The schema on PostgreSQL defines a function
-- GROUP_CONCAT that takes two texts and no ORDER BY.

-- Changes nothing, but locks the puzzles, so that nobody else solves them on a server meanwhile.
UPDATE puzzle
SET steps = steps
WHERE puzzle_id IN (SELECT d.puzzle_id FROM deduction AS d);

DELETE FROM deduction
WHERE NOT EXISTS (
    SELECT 1
    FROM candidate AS c
    INNER JOIN puzzle AS z ON z.puzzle_id = c.puzzle_id AND z.status IN ('new', 'stuck')
    WHERE c.puzzle_id = deduction.puzzle_id AND c.cell = deduction.cell AND c.digit = deduction.digit
);

DELETE FROM deduction
WHERE EXISTS (
    SELECT 1
    FROM deduction AS o
    INNER JOIN technique AS easier ON easier.name = o.technique
    INNER JOIN technique AS t ON t.name = deduction.technique
    WHERE o.puzzle_id = deduction.puzzle_id AND easier.tier < t.tier
);

DELETE FROM deduction
WHERE puzzle_id IN (
    SELECT d.puzzle_id
    FROM deduction AS d
    INNER JOIN location AS l ON l.cell = d.cell
    WHERE d.placement = 1
    GROUP BY d.puzzle_id, l.unit_no, d.digit
    HAVING COUNT(*) > 1
)
    OR puzzle_id IN (
        SELECT d.puzzle_id
        FROM deduction AS d
        WHERE d.placement = 1
        GROUP BY d.puzzle_id, d.cell
        HAVING COUNT(*) > 1
    );

-- All steps that are applied by hand belong to one run. When the catalogue has changed, a new run is added.
INSERT INTO run (started_at, engine, audit, selection, options, version)
SELECT CAST(CURRENT_TIMESTAMP AS TEXT), 'shell', 'full', a.names, '{}', ''
FROM (SELECT GROUP_CONCAT(t.name, ',') AS names FROM (SELECT c.name FROM technique AS c ORDER BY c.tier) AS t) AS a
WHERE NOT EXISTS (SELECT 1 FROM run AS r WHERE r.engine = 'shell' AND r.selection = a.names);

INSERT INTO step (puzzle_id, step, rule, placements, eliminations, run_id)
SELECT d.puzzle_id, z.steps + 1, d.technique, SUM(d.placement), COUNT(*) - SUM(d.placement),
    (SELECT MAX(r.run_id) FROM run AS r WHERE r.engine = 'shell')
FROM deduction AS d
INNER JOIN puzzle AS z ON z.puzzle_id = d.puzzle_id
GROUP BY d.puzzle_id, z.steps, d.technique;

-- The triggers of cell and elimination update the candidates. A placement deletes the other candidates of its cell, and its
-- digit from all peers.
INSERT INTO cell (puzzle_id, cell, digit, step, rule, pattern)
SELECT d.puzzle_id, d.cell, d.digit, z.steps + 1, d.technique, d.pattern
FROM deduction AS d
INNER JOIN puzzle AS z ON z.puzzle_id = d.puzzle_id
WHERE d.placement = 1;

INSERT INTO elimination (puzzle_id, step, cell, digit, rule, pattern)
SELECT d.puzzle_id, z.steps + 1, d.cell, d.digit, d.technique, d.pattern
FROM deduction AS d
INNER JOIN puzzle AS z ON z.puzzle_id = d.puzzle_id
WHERE d.placement = 0;

INSERT INTO role (role_no, role)
SELECT (SELECT MAX(r.role_no) FROM role AS r) + ROW_NUMBER() OVER (ORDER BY x.role), x.role
FROM (SELECT DISTINCT e.role FROM deduction_evidence AS e WHERE e.role NOT IN (SELECT r.role FROM role AS r)) AS x;

-- The view step_evidence takes these rows apart again.
INSERT INTO stored_evidence (puzzle_id, step, pattern, ordinal, parts)
SELECT x.puzzle_id, x.step, x.pattern, x.ordinal - LENGTH(x.parts) / 8 + 1, x.parts
FROM (
    SELECT p.puzzle_id, p.step, p.pattern, p.ordinal,
        GROUP_CONCAT(p.digits, '') OVER (
            PARTITION BY p.puzzle_id, p.step, p.pattern, p.ordinal - p.earlier, p.earlier / 500 ORDER BY p.ordinal
        ) AS parts,
        LEAD(p.ordinal) OVER (
            PARTITION BY p.puzzle_id, p.step, p.pattern, p.ordinal - p.earlier, p.earlier / 500 ORDER BY p.ordinal
        ) AS next
    FROM (
        SELECT e.puzzle_id, z.steps + 1 AS step, e.pattern, e.ordinal,
            ROW_NUMBER() OVER (PARTITION BY e.puzzle_id, e.pattern ORDER BY e.ordinal) - 1 AS earlier,
            CAST(r.role_no * 100000 + COALESCE(e.cell, 0) * 1000 + COALESCE(e.digit, 0) * 100 + COALESCE(e.unit_no, 0) AS TEXT) AS digits
        FROM deduction_evidence AS e
        INNER JOIN puzzle AS z ON z.puzzle_id = e.puzzle_id
        INNER JOIN role AS r ON r.role = e.role
        WHERE EXISTS (
            SELECT 1
            FROM deduction AS d
            WHERE d.puzzle_id = e.puzzle_id AND d.technique = e.technique AND d.pattern = e.pattern
        )
    ) AS p
) AS x
WHERE x.next IS NULL;

UPDATE puzzle
SET steps = steps + 1,
    run_id = CASE (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = puzzle.puzzle_id)
        WHEN 81 THEN (SELECT MAX(r.run_id) FROM run AS r WHERE r.engine = 'shell')
    END,
    score = score + (
        SELECT MAX(t.weight)
        FROM deduction AS d
        INNER JOIN technique AS t ON t.name = d.technique
        WHERE d.puzzle_id = puzzle.puzzle_id
    ),
    hardest = (
        SELECT t.name
        FROM step AS s
        INNER JOIN technique AS t ON t.name = s.rule
        WHERE s.puzzle_id = puzzle.puzzle_id
        ORDER BY t.level_no DESC, t.weight DESC, t.tier DESC
        LIMIT 1
    ),
    level = (
        SELECT t.level
        FROM step AS s
        INNER JOIN technique AS t ON t.name = s.rule
        WHERE s.puzzle_id = puzzle.puzzle_id
        ORDER BY t.level_no DESC
        LIMIT 1
    ),
    techniques = (
        SELECT '{' || GROUP_CONCAT('"' || u.name || '":' || CAST(u.deductions AS TEXT), ',') || '}'
        FROM (
            SELECT t.name, SUM(s.placements + s.eliminations) AS deductions
            FROM step AS s
            INNER JOIN technique AS t ON t.name = s.rule
            WHERE s.puzzle_id = puzzle.puzzle_id
            GROUP BY t.tier, t.name
            ORDER BY t.tier
        ) AS u
    ),
    technique_steps = (
        SELECT '{' || GROUP_CONCAT('"' || u.name || '":' || CAST(u.steps AS TEXT), ',') || '}'
        FROM (
            SELECT t.name, COUNT(*) AS steps
            FROM step AS s
            INNER JOIN technique AS t ON t.name = s.rule
            WHERE s.puzzle_id = puzzle.puzzle_id
            GROUP BY t.tier, t.name
            ORDER BY t.tier
        ) AS u
    ),
    status = CASE (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = puzzle.puzzle_id) WHEN 81 THEN 'solved' ELSE 'new' END,
    solution = CASE (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = puzzle.puzzle_id)
        WHEN 81 THEN (
            SELECT GROUP_CONCAT(f.digit, '')
            FROM (SELECT CAST(c.digit AS TEXT) AS digit FROM cell AS c WHERE c.puzzle_id = puzzle.puzzle_id ORDER BY c.cell) AS f
        )
    END
WHERE puzzle_id IN (SELECT d.puzzle_id FROM deduction AS d);

-- A solved puzzle has no candidates.
DELETE FROM stored_candidate
WHERE puzzle_id IN (
    SELECT z.puzzle_id
    FROM deduction AS d
    INNER JOIN puzzle AS z ON z.puzzle_id = d.puzzle_id
    WHERE z.status = 'solved'
);

DELETE FROM deduction;

DELETE FROM deduction_evidence;
