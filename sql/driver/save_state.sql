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

-- A puzzle that somebody has played keeps the techniques of its earlier steps.
-- @into puzzle_technique puzzle_id, technique, steps, deductions
SELECT u.puzzle_id, u.technique, SUM(u.steps), SUM(u.deductions)
FROM (
    SELECT s.puzzle_id, s.rule AS technique, 1 AS steps, s.placements + s.eliminations AS deductions
    FROM work_step AS s
    UNION ALL
    SELECT k.puzzle_id, k.technique, k.steps, k.deductions
    FROM work_technique AS k
) AS u
WHERE u.puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w)
GROUP BY u.puzzle_id, u.technique
ORDER BY u.puzzle_id, u.technique;

-- hardness orders techniques by level, then weight, then tier. The techniques of earlier steps count for the hardest one, and their
-- score is kept_score. A step of forcing counts once for each round.
-- @into work_outcome puzzle_id, status, steps, solution, level, hardest, score, rounds, depth, run_id
WITH used AS (
    SELECT s.puzzle_id, s.rule AS name, CASE s.rounds WHEN 0 THEN 1 ELSE s.rounds END AS times, s.rounds
    FROM work_step AS s
    UNION ALL
    SELECT k.puzzle_id, k.technique, 0, 0
    FROM work_technique AS k
),
rating AS (
    SELECT u.puzzle_id, SUM(t.weight * u.times) AS score, MAX(u.rounds) AS rounds,
        MAX((CAST(t.level_no AS BIGINT) * 100000 + t.weight) * 10000 + t.tier) % 10000 AS hardest_tier
    FROM used AS u
    CROSS JOIN technique AS t
    WHERE t.name = u.name
    GROUP BY u.puzzle_id
),
solved AS (
    SELECT c.puzzle_id, STRING_AGG(CAST(c.digit AS TEXT) || SUBSTR('.....', 1, CASE c.cell % 10 WHEN a.size THEN 9 - a.size ELSE 0 END), '' ORDER BY c.cell)
            || SUBSTR('.............................................', 1, 81 - 9 * MIN(a.size)) AS solution
    FROM work_puzzle AS w
    CROSS JOIN pass_variant AS a
    CROSS JOIN work_cell AS c
    WHERE w.status = 'solved' AND c.puzzle_id = w.puzzle_id
    GROUP BY c.puzzle_id
)
SELECT w.puzzle_id, w.status, w.step, x.solution, t.level, t.name, COALESCE(r.score, 0) + w.kept_score,
    CASE WHEN r.rounds > w.kept_rounds THEN r.rounds ELSE w.kept_rounds END, w.depth, o.run_id
FROM work_puzzle AS w
CROSS JOIN work_run AS o
LEFT JOIN rating AS r ON r.puzzle_id = w.puzzle_id
LEFT JOIN technique AS t ON t.tier = r.hardest_tier
LEFT JOIN solved AS x ON x.puzzle_id = w.puzzle_id;

-- @into attempt puzzle_id, first_step, last_step, run_id
SELECT w.puzzle_id, CASE WHEN w.kept_step > 0 THEN w.kept_step ELSE 0 END + 1, w.step, r.run_id
FROM work_puzzle AS w
CROSS JOIN work_run AS r
WHERE r.run_id IS NOT NULL
ORDER BY w.puzzle_id;

UPDATE puzzle
SET status = o.status, steps = o.steps, solution = o.solution, level = o.level, hardest = o.hardest,
    score = o.score, rounds = o.rounds, depth = o.depth, run_id = o.run_id
FROM work_outcome AS o
WHERE puzzle.puzzle_id = o.puzzle_id;
