-- Puzzles of the pass that cannot be solved as they stand. The driver replays those
-- that had unchecked passes before, to learn at which step it came about.

INSERT INTO work_contradiction (puzzle_id, severity, place, step, kind, cell)
SELECT w.puzzle_id, 1, m.cell, w.step, 'no_candidate', m.cell
FROM pass AS p
CROSS JOIN work_puzzle AS w
CROSS JOIN candidate_mask AS m
WHERE w.puzzle_id = p.puzzle_id AND m.puzzle_id = p.puzzle_id AND m.mask = 0;

-- A missing digit is out of place when the unit's sum of masks has 0 for it. Where a
-- digit was put twice into a unit by one pass, missing is no set of digits any more.
WITH unit_tally AS (
    SELECT m.puzzle_id, l.unit_no, CAST(SUM(m.mask) AS BIGINT) AS tally
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN location AS l
    WHERE m.puzzle_id = p.puzzle_id AND l.cell = m.cell
    GROUP BY m.puzzle_id, l.unit_no
),
unit_lack AS (
    SELECT u.puzzle_id, u.unit_no,
        CASE
            WHEN u.missing & ~a.mask <> 0 THEN a.mask
            WHEN y.tally IS NULL THEN u.missing
            ELSE u.missing & ~(y.tally | (y.tally >> 1) | (y.tally >> 2) | (y.tally >> 3))
        END AS lack
    FROM pass AS p
    CROSS JOIN combination AS a
    CROSS JOIN unit_state AS u
    LEFT JOIN unit_tally AS y ON y.puzzle_id = u.puzzle_id AND y.unit_no = u.unit_no
    WHERE a.size = 9 AND u.puzzle_id = p.puzzle_id
)
INSERT INTO work_contradiction (puzzle_id, severity, place, step, kind, unit_no, digit)
SELECT w.puzzle_id, 2, k.unit_no * 10 + t.digit, w.step, 'no_place', k.unit_no, t.digit
FROM unit_lack AS k
CROSS JOIN work_puzzle AS w
CROSS JOIN token AS t
WHERE k.lack <> 0 AND w.puzzle_id = k.puzzle_id AND (t.mask & k.lack <> 0);
