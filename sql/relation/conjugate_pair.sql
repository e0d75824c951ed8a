-- A unit with two places for a digit, with the columns of place_pair for the two places.
CREATE TEMP TABLE IF NOT EXISTS conjugate_pair (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_type TEXT NOT NULL,
    unit_no INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    other INTEGER NOT NULL,
    row_set INTEGER NOT NULL,
    column_set INTEGER NOT NULL,
    box_set INTEGER NOT NULL,
    cell_row INTEGER NOT NULL,
    cell_column INTEGER NOT NULL,
    cell_box INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, unit_type, unit_no)
) WITHOUT ROWID;

DELETE FROM conjugate_pair;

INSERT INTO conjugate_pair (puzzle_id, digit, unit_type, unit_no, cell, other, row_set, column_set, box_set,
    cell_row, cell_column, cell_box)
SELECT m.puzzle_id, m.digit, s.unit_type, s.unit_no, s.cell, s.other, s.row_set, s.column_set, s.box_set,
    s.cell_row, s.cell_column, s.cell_box
FROM pass AS p
CROSS JOIN place_mask AS m
CROSS JOIN place_pair AS s
WHERE m.puzzle_id = p.puzzle_id AND s.unit_no = m.unit_no AND s.places = m.places;
