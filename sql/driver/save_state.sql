-- Saves the status, the rating, the techniques and the candidates of every puzzle.

-- @into candidate puzzle_id, cell, digit
SELECT m.puzzle_id, m.cell, t.digit
FROM work_puzzle AS w
CROSS JOIN candidate_mask AS m
CROSS JOIN token AS t
WHERE w.status IN ('new', 'stuck') AND m.puzzle_id = w.puzzle_id AND t.mask & m.mask <> 0
ORDER BY m.puzzle_id, m.cell, t.digit;

-- @into contradiction puzzle_id, step, kind, cell, unit_type, unit, digit
SELECT k.puzzle_id, k.step, k.kind, k.cell, u.unit_type, u.unit, k.digit
FROM work_contradiction AS k
LEFT JOIN unit_name AS u ON u.unit_no = k.unit_no
WHERE NOT EXISTS (
    SELECT 1
    FROM work_contradiction AS o
    WHERE o.puzzle_id = k.puzzle_id
        AND (o.severity < k.severity OR o.severity = k.severity AND o.place < k.place)
);

-- hardness orders techniques by level, then weight, then tier. A puzzle that somebody has played keeps its rating, and the
-- new steps are added to it.
-- @into work_outcome puzzle_id, status, steps, solution, level, hardest, score, depth, techniques, technique_steps, run_id
WITH used AS (
    SELECT s.puzzle_id, s.rule AS name, 1 AS fresh_steps, 1 AS steps, s.placements + s.eliminations AS deductions
    FROM work_step AS s
    UNION ALL
    SELECT w.puzzle_id, j.technique, 0, j.steps, j.deductions
    FROM work_puzzle AS w
    CROSS JOIN puzzle_technique AS j
    WHERE w.kept_step > 0 AND j.puzzle_id = w.puzzle_id
),
rated AS (
    SELECT u.puzzle_id, t.tier, t.name, SUM(t.weight * u.fresh_steps) AS score, SUM(u.steps) AS steps, SUM(u.deductions) AS deductions,
        (CAST(t.level_no AS BIGINT) * 100000 + t.weight) * 10000 + t.tier AS hardness
    FROM used AS u
    CROSS JOIN technique AS t
    WHERE t.name = u.name
    GROUP BY u.puzzle_id, t.tier, t.name, t.level_no, t.weight
),
rating AS (
    SELECT puzzle_id, SUM(score) AS score, MAX(hardness) % 10000 AS hardest_tier,
        '{' || STRING_AGG('"' || name || '":' || deductions, ',' ORDER BY tier) || '}' AS techniques,
        '{' || STRING_AGG('"' || name || '":' || steps, ',' ORDER BY tier) || '}' AS technique_steps
    FROM rated
    GROUP BY puzzle_id
),
solved AS (
    SELECT c.puzzle_id, STRING_AGG(CAST(c.digit AS TEXT), '' ORDER BY c.cell) AS solution
    FROM work_puzzle AS w
    CROSS JOIN work_cell AS c
    WHERE w.status = 'solved' AND c.puzzle_id = w.puzzle_id
    GROUP BY c.puzzle_id
)
SELECT w.puzzle_id, w.status, w.step, x.solution, t.level, t.name, COALESCE(r.score, 0), w.depth,
    COALESCE(r.techniques, '{}'), COALESCE(r.technique_steps, '{}'), o.run_id
FROM work_puzzle AS w
CROSS JOIN work_run AS o
LEFT JOIN rating AS r ON r.puzzle_id = w.puzzle_id
LEFT JOIN technique AS t ON t.tier = r.hardest_tier
LEFT JOIN solved AS x ON x.puzzle_id = w.puzzle_id;

-- A puzzle that is only filled in belongs to no run.
-- @into attempt puzzle_id, first_step, last_step, run_id
SELECT w.puzzle_id, CASE WHEN w.kept_step > 0 THEN w.kept_step ELSE 0 END + 1, w.step, r.run_id
FROM work_puzzle AS w
CROSS JOIN work_run AS r
WHERE r.run_id IS NOT NULL
ORDER BY w.puzzle_id;

UPDATE puzzle
SET status = o.status, steps = o.steps, solution = o.solution, level = o.level, hardest = o.hardest,
    score = o.score + CASE WHEN w.kept_step > 0 THEN puzzle.score ELSE 0 END,
    depth = o.depth, techniques = o.techniques, technique_steps = o.technique_steps, run_id = o.run_id
FROM work_outcome AS o
CROSS JOIN work_puzzle AS w
WHERE w.puzzle_id = o.puzzle_id AND puzzle.puzzle_id = o.puzzle_id;
