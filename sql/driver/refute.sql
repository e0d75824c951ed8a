-- Makes an elimination of each assumption that led to a contradiction. Its evidence is the assumption, the placements that
-- followed and the contradiction.

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT h.origin, 'forcing', 0, h.cell, h.digit, h.cell * 10 + h.digit
FROM hypothesis AS h
CROSS JOIN work_puzzle AS w
WHERE w.puzzle_id = h.puzzle_id AND w.status = 'invalid';

INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
WITH refutation AS (
    SELECT h.puzzle_id, h.origin, h.cell * 10 + h.digit AS pattern, h.cell, h.digit, o.step
    FROM hypothesis AS h
    CROSS JOIN work_puzzle AS w
    CROSS JOIN work_puzzle AS o
    WHERE w.puzzle_id = h.puzzle_id AND w.status = 'invalid' AND o.puzzle_id = h.origin
),
part AS (
    SELECT r.puzzle_id, r.origin, r.pattern, 0 AS step, 'assume' AS role, r.cell, r.digit, CAST(NULL AS INTEGER) AS unit_no
    FROM refutation AS r
    UNION ALL
    SELECT r.puzzle_id, r.origin, r.pattern, c.step, 'place', c.cell, c.digit, NULL
    FROM refutation AS r
    CROSS JOIN work_cell AS c
    WHERE c.puzzle_id = r.puzzle_id AND c.step > r.step + 1
    UNION ALL
    SELECT r.puzzle_id, r.origin, r.pattern, 10000, 'contradiction', k.cell, k.digit, k.unit_no
    FROM refutation AS r
    CROSS JOIN work_contradiction AS k
    WHERE k.puzzle_id = r.puzzle_id
        AND k.severity * 1000 + k.place = (
            SELECT MIN(x.severity * 1000 + x.place)
            FROM work_contradiction AS x
            WHERE x.puzzle_id = r.puzzle_id
        )
)
SELECT origin, 'forcing', pattern, ROW_NUMBER() OVER (PARTITION BY puzzle_id ORDER BY step, cell), role, cell, digit, unit_no
FROM part;
