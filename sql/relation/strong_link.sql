-- A unit with two places for a digit has two rows, from each place to the other. One of the two holds the digit.
CREATE TEMP TABLE IF NOT EXISTS strong_link ( -- digits with two places in a unit, each in two rows, from either place to the other
    puzzle_id BIGINT NOT NULL, -- The puzzle
    digit INTEGER NOT NULL, -- The digit, 1 to 9
    cell INTEGER NOT NULL, -- The cell of one place
    other INTEGER NOT NULL, -- The cell of the other place
    unit_no INTEGER NOT NULL, -- The unit. Two cells in a box and a line have a row for each
    PRIMARY KEY (puzzle_id, digit, cell, other, unit_no)
); -- @clustered

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
