-- Applies the rows of deduction and empties it. Where several techniques found something in a puzzle, only the easiest one
-- counts. So if you run all technique files and then this file, every puzzle advances by one step, as in the solver. The
-- solver does the same by driver/apply.sql and the files after it, which are not this text, because the tables differ. Its temporary tables
-- have a mask for each cell in place of rows of candidate, and the results of a puzzle are computed at its end only.
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

-- All steps that are applied by hand belong to one run. When the catalogue has changed, a new run is added. Each step has its
-- own time and maker.
INSERT INTO run (started_at, engine, audit, selection, options, version)
SELECT m.made_at, 'shell', 'full', a.names, '{}', ''
FROM (SELECT GROUP_CONCAT(t.name, ',') AS names FROM (SELECT c.name FROM technique AS c ORDER BY c.tier) AS t) AS a
CROSS JOIN maker AS m
LEFT JOIN run AS r ON r.engine = 'shell' AND r.selection = a.names
WHERE r.run_id IS NULL;

INSERT INTO step (puzzle_id, step, rule, placements, eliminations, run_id, made_at, made_by)
SELECT d.puzzle_id, z.steps + 1, d.technique, SUM(d.placement), COUNT(*) - SUM(d.placement),
    (SELECT MAX(r.run_id) FROM run AS r WHERE r.engine = 'shell'), m.made_at, m.made_by
FROM deduction AS d
INNER JOIN puzzle AS z ON z.puzzle_id = d.puzzle_id
CROSS JOIN maker AS m
GROUP BY d.puzzle_id, z.steps, d.technique, m.made_at, m.made_by;

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

INSERT INTO step_evidence (puzzle_id, step, pattern, ordinal, role, cell, digit, unit_no)
SELECT e.puzzle_id, z.steps + 1, e.pattern, e.ordinal, e.role, e.cell, e.digit, e.unit_no
FROM deduction_evidence AS e
INNER JOIN puzzle AS z ON z.puzzle_id = e.puzzle_id
WHERE EXISTS (
    SELECT 1
    FROM deduction AS d
    WHERE d.puzzle_id = e.puzzle_id AND d.technique = e.technique AND d.pattern = e.pattern
);

-- Trims the candidates. Those that were eliminated go, those of filled cells, and the placed digits in all peers.
DELETE FROM candidate
WHERE EXISTS (
    SELECT 1
    FROM deduction AS d
    WHERE d.puzzle_id = candidate.puzzle_id
        AND d.cell = candidate.cell
        AND (d.placement = 1 OR d.digit = candidate.digit)
)
    OR EXISTS (
        SELECT 1
        FROM peer AS p
        CROSS JOIN deduction AS d
        WHERE p.cell = candidate.cell
            AND d.puzzle_id = candidate.puzzle_id
            AND d.cell = p.peer
            AND d.digit = candidate.digit
            AND d.placement = 1
    );

UPDATE puzzle
SET steps = steps + 1,
    run_id = CASE (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = puzzle.puzzle_id)
        WHEN 81 THEN (SELECT s.run_id FROM step AS s WHERE s.puzzle_id = puzzle.puzzle_id AND s.step = puzzle.steps + 1)
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
    status = CASE (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = puzzle.puzzle_id) WHEN 81 THEN 'solved' ELSE 'new' END,
    solution = CASE (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = puzzle.puzzle_id)
        WHEN 81 THEN (
            SELECT GROUP_CONCAT(f.digit, '')
            FROM (SELECT CAST(c.digit AS TEXT) AS digit FROM cell AS c WHERE c.puzzle_id = puzzle.puzzle_id ORDER BY c.cell) AS f
        )
    END
WHERE puzzle_id IN (SELECT d.puzzle_id FROM deduction AS d);

DELETE FROM puzzle_technique
WHERE puzzle_id IN (SELECT d.puzzle_id FROM deduction AS d);

INSERT INTO puzzle_technique (puzzle_id, technique, steps, deductions)
SELECT s.puzzle_id, s.rule, COUNT(*), SUM(s.placements + s.eliminations)
FROM step AS s
WHERE s.rule <> 'manual' AND s.puzzle_id IN (SELECT d.puzzle_id FROM deduction AS d)
GROUP BY s.puzzle_id, s.rule;

DELETE FROM deduction;

DELETE FROM deduction_evidence;
