-- A unit with two places for a digit, with the columns of place_pair for the two places.
CREATE TEMP TABLE IF NOT EXISTS conjugate_pair ( -- the two places of a digit in a unit, in one row
    puzzle_id BIGINT NOT NULL, -- The puzzle
    digit INTEGER NOT NULL, -- The digit, 1 to 9
    unit_type TEXT NOT NULL, -- row, column or box
    unit_no INTEGER NOT NULL, -- The unit, 1 to 27
    cell INTEGER NOT NULL, -- The smaller cell
    other INTEGER NOT NULL, -- The greater cell
    row_set INTEGER NOT NULL, -- The rows that hold one of the two cells and not both, the sum of 2^(row - 1)
    column_set INTEGER NOT NULL, -- The same for columns
    box_set INTEGER NOT NULL, -- The same for boxes
    cell_row INTEGER NOT NULL, -- 2^(row - 1) of cell
    cell_column INTEGER NOT NULL, -- 2^(column - 1) of cell
    cell_box INTEGER NOT NULL, -- 2^(box - 1) of cell
    PRIMARY KEY (puzzle_id, digit, unit_type, unit_no)
); -- @clustered

DELETE FROM conjugate_pair;

INSERT INTO conjugate_pair (puzzle_id, digit, unit_type, unit_no, cell, other, row_set, column_set, box_set,
    cell_row, cell_column, cell_box)
SELECT m.puzzle_id, m.digit, s.unit_type, s.unit_no, s.cell, s.other, s.row_set, s.column_set, s.box_set,
    s.cell_row, s.cell_column, s.cell_box
FROM pass AS p
CROSS JOIN place_mask AS m
CROSS JOIN place_pair AS s
WHERE m.puzzle_id = p.puzzle_id AND s.unit_no = m.unit_no AND s.places = m.places;
