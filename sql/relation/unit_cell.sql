-- An open cell in each of its units. third is the third of the unit in which it lies, 1 to 3, and box_place is its place in
-- its box, 0 in a variant without boxes.
CREATE TEMP TABLE IF NOT EXISTS unit_cell ( -- an open cell in each of its units
    puzzle_id BIGINT NOT NULL, -- The puzzle
    unit_no INTEGER NOT NULL, -- The unit, 1 to 27
    third INTEGER NOT NULL, -- The third of the unit with the cell, 1 to 3
    place INTEGER NOT NULL, -- Its place in the unit, as location.place
    box_place INTEGER NOT NULL, -- Its place in its box
    mask BIGINT NOT NULL, -- Its candidates, the sum of their token.mask
    PRIMARY KEY (puzzle_id, unit_no, third, place)
); -- @clustered

DELETE FROM unit_cell;

INSERT INTO unit_cell (puzzle_id, unit_no, third, place, box_place, mask)
SELECT m.puzzle_id, l.unit_no, (l.position + 2) / 3, l.place, COALESCE(b.place, 0), m.mask
FROM pass AS p
CROSS JOIN candidate_mask AS m
CROSS JOIN location AS l
LEFT JOIN location AS b ON b.cell = m.cell AND b.unit_type = 'box'
WHERE m.puzzle_id = p.puzzle_id AND l.cell = m.cell;
