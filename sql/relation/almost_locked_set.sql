-- A set of cells of one unit with one digit more than cells. als_no is the group_no of the cells. The remainder of a
-- mask by 15 is the number of its digits.
CREATE TEMP TABLE IF NOT EXISTS almost_locked_set (
    puzzle_id BIGINT NOT NULL,
    als_no INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, als_no)
); -- @clustered

DELETE FROM almost_locked_set;

INSERT INTO almost_locked_set (puzzle_id, als_no, unit_no, places, size, mask)
SELECT a.puzzle_id, s.group_no, a.unit_no, s.places, a.size + b.size + c.size, a.mask | b.mask | c.mask
FROM unit_third AS a
CROSS JOIN unit_third AS b
CROSS JOIN unit_third AS c
CROSS JOIN cell_group AS s
WHERE a.third = 1
    AND b.puzzle_id = a.puzzle_id
    AND b.unit_no = a.unit_no
    AND b.third = 2
    AND c.puzzle_id = a.puzzle_id
    AND c.unit_no = a.unit_no
    AND c.third = 3
    AND (a.mask | b.mask | c.mask) % 15 = a.size + b.size + c.size + 1
    AND s.unit_no = a.unit_no
    AND s.places = a.places + b.places + c.places
    AND s.group_no = a.unit_no * 1000 + a.places + b.places + c.places;
