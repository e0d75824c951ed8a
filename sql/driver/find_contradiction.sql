-- Finds puzzles of the pass that cannot be solved in their present state. If a puzzle had passes without this check, the driver
-- replays it to learn at which step the contradiction arose.

INSERT INTO work_contradiction (puzzle_id, severity, place, step, kind, cell)
SELECT w.puzzle_id, 1, m.cell, w.step, 'no_candidate', m.cell
FROM pass AS p
CROSS JOIN work_puzzle AS w
CROSS JOIN candidate_mask AS m
WHERE w.puzzle_id = p.puzzle_id AND m.puzzle_id = p.puzzle_id AND m.mask = 0;

-- A missing digit has no place when no place mask of the unit has it. When a pass placed a digit twice in a unit, missing
-- is no longer a valid mask, and every digit counts.
WITH unit_lack AS (
    SELECT u.puzzle_id, u.unit_no,
        CASE
            WHEN u.missing & ~a.mask <> 0 THEN a.mask
            ELSE u.missing & ~COALESCE((
                SELECT CAST(SUM(t.mask) AS BIGINT)
                FROM place_mask AS d
                CROSS JOIN token AS t
                WHERE d.puzzle_id = u.puzzle_id AND d.unit_no = u.unit_no AND t.digit = d.digit
            ), 0)
        END AS lack
    FROM pass AS p
    CROSS JOIN pass_variant AS a
    CROSS JOIN unit_state AS u
    WHERE u.puzzle_id = p.puzzle_id AND u.missing <> 0
)
INSERT INTO work_contradiction (puzzle_id, severity, place, step, kind, unit_no, digit)
SELECT w.puzzle_id, 2, k.unit_no * 10 + t.digit, w.step, 'no_place', k.unit_no, t.digit
FROM unit_lack AS k
CROSS JOIN work_puzzle AS w
CROSS JOIN token AS t
WHERE k.lack <> 0 AND w.puzzle_id = k.puzzle_id AND t.mask & k.lack <> 0;
