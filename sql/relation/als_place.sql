-- A digit of an almost locked set once for every unit that holds all its cells and a victim besides. Two sets that have the
-- digit in one unit, in different places, cannot both hold it.
CREATE TEMP TABLE IF NOT EXISTS als_place ( -- the digits of these sets by the units that hold all their places
    puzzle_id BIGINT NOT NULL, -- The puzzle
    digit INTEGER NOT NULL, -- A digit of the set
    unit_no INTEGER NOT NULL, -- A unit that holds all cells of the set with the digit, and a further candidate of it
    als_no INTEGER NOT NULL, -- The set, as in almost_locked_set
    places INTEGER NOT NULL, -- The cells with the digit, the sum of their location.place
    group_no INTEGER NOT NULL, -- The same cells in cell_group
    size INTEGER NOT NULL, -- How many cells the set has
    mask BIGINT NOT NULL, -- All digits of the set
    PRIMARY KEY (puzzle_id, digit, unit_no, als_no)
); -- @clustered

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
