-- A unit with two places for a digit has two rows, from each place to the other. One of the two holds the digit.
CREATE TEMP TABLE IF NOT EXISTS strong_link (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    other INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, cell, other, unit_no)
) WITHOUT ROWID;

DELETE FROM strong_link;

INSERT INTO strong_link (puzzle_id, digit, cell, other, unit_no)
SELECT c.puzzle_id, c.digit, c.cell, c.other, c.unit_no
FROM pass AS p
CROSS JOIN conjugate_pair AS c
WHERE c.puzzle_id = p.puzzle_id
UNION ALL
SELECT c.puzzle_id, c.digit, c.other, c.cell, c.unit_no
FROM pass AS p
CROSS JOIN conjugate_pair AS c
WHERE c.puzzle_id = p.puzzle_id;
