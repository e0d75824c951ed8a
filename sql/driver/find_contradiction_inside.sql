-- Finds hypotheses of the pass that cannot be solved in their present state. It does without place_mask, which few techniques inside of
-- hypotheses need. The sum of the masks of a unit counts the places of every digit, nine at most, in a hexadecimal place each.
-- All four bits of a count are moved to the first one, which is then 1 for a digit that has a place.

INSERT INTO work_contradiction (puzzle_id, severity, place, cell)
SELECT p.puzzle_id, 1, m.cell, m.cell
FROM pass AS p
CROSS JOIN candidate_mask AS m
WHERE m.puzzle_id = p.puzzle_id AND m.mask = 0;

WITH unit_count AS (
    SELECT m.puzzle_id, l.unit_no, CAST(SUM(m.mask) AS BIGINT) AS places
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN location AS l
    WHERE m.puzzle_id = p.puzzle_id AND l.cell = m.cell
    GROUP BY m.puzzle_id, l.unit_no
),
unit_lack AS (
    SELECT u.puzzle_id, u.unit_no, u.missing & ~(c.places | c.places / 2 | c.places / 4 | c.places / 8) AS lack
    FROM unit_count AS c
    CROSS JOIN unit_state AS u
    WHERE u.puzzle_id = c.puzzle_id AND u.unit_no = c.unit_no
)
INSERT INTO work_contradiction (puzzle_id, severity, place, unit_no, digit)
SELECT k.puzzle_id, 2, k.unit_no * 10 + t.digit, k.unit_no, t.digit
FROM unit_lack AS k
CROSS JOIN token AS t
WHERE k.lack <> 0 AND t.mask & k.lack <> 0;
