-- Finds all naked and hidden singles of the hypotheses of the pass at once. The sum of the masks of a unit counts the places of
-- every digit, in a hexadecimal place each.

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
WITH unit_tally AS (
    SELECT m.puzzle_id, l.unit_no, CAST(SUM(m.mask) AS BIGINT) AS tally
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN location AS l
    WHERE m.puzzle_id = p.puzzle_id AND l.cell = m.cell
    GROUP BY m.puzzle_id, l.unit_no
)
SELECT m.puzzle_id, 'single', 1, m.cell, t.digit, 0
FROM unit_tally AS u
CROSS JOIN token AS t
CROSS JOIN location AS l
CROSS JOIN candidate_mask AS m
WHERE u.tally & t.mask * 15 = t.mask
    AND l.unit_no = u.unit_no
    AND m.puzzle_id = u.puzzle_id
    AND m.cell = l.cell
    AND m.mask & t.mask <> 0
UNION
SELECT m.puzzle_id, 'single', 1, m.cell, t.digit, 0
FROM pass AS p
CROSS JOIN candidate_mask AS m
CROSS JOIN token AS t
WHERE m.puzzle_id = p.puzzle_id AND m.mask & (m.mask - 1) = 0 AND t.mask = m.mask;
