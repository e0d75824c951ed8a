-- A digit of an almost locked set once for every unit that holds all its cells and a victim besides. Two sets that have the
-- digit in one unit, in different places, cannot both hold it.
CREATE TEMP TABLE IF NOT EXISTS als_place (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    als_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    group_no INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, digit, unit_no, als_no)
) WITHOUT ROWID;

DELETE FROM als_place;

INSERT INTO als_place (puzzle_id, digit, unit_no, als_no, places, group_no, size, mask)
SELECT a.puzzle_id, a.digit, g.unit_no, a.als_no, g.places, a.group_no, a.size, a.mask
FROM als_digit AS a
CROSS JOIN cell_group AS g
CROSS JOIN place_mask AS d
WHERE g.group_no = a.group_no
    AND d.puzzle_id = a.puzzle_id
    AND d.unit_no = g.unit_no
    AND d.digit = a.digit
    AND d.places <> g.places;
