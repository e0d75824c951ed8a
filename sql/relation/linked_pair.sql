-- Two strong links of a digit whose near places share a third unit, between_no. That unit has the digit once only, so one of the
-- two far places holds it. The unit with the smaller number comes first.
CREATE TEMP TABLE IF NOT EXISTS linked_pair (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    other_no INTEGER NOT NULL,
    between_no INTEGER NOT NULL,
    near INTEGER NOT NULL,
    other_near INTEGER NOT NULL,
    far INTEGER NOT NULL,
    other_far INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, unit_no, other_no, between_no, near, other_near)
) WITHOUT ROWID;

DELETE FROM linked_pair;

INSERT INTO linked_pair (puzzle_id, digit, unit_no, other_no, between_no, near, other_near, far, other_far)
SELECT a.puzzle_id, a.digit, a.unit_no, b.unit_no, n.unit_no, a.cell, b.cell, a.other, b.other
FROM pass AS p
CROSS JOIN strong_link AS a
CROSS JOIN strong_link AS b
CROSS JOIN peer AS q
CROSS JOIN location AS n
CROSS JOIN location AS m
WHERE a.puzzle_id = p.puzzle_id
    AND b.puzzle_id = a.puzzle_id
    AND b.digit = a.digit
    AND b.unit_no > a.unit_no
    AND q.cell = a.cell
    AND q.peer = b.cell
    AND n.cell = a.cell
    AND n.unit_no NOT IN (a.unit_no, b.unit_no)
    AND m.cell = b.cell
    AND m.unit_no = n.unit_no
    AND NOT EXISTS (SELECT 1 FROM location AS f WHERE f.unit_no = n.unit_no AND f.cell IN (a.other, b.other));
