-- Every set of open cells of a third of a unit, also the empty set, also of a unit whose cells are all filled. A set of cells of
-- the unit consists of three of these, one from each third. Joining three of them is quicker than adding cell by cell.
CREATE TEMP TABLE IF NOT EXISTS unit_third ( -- every set of open cells of a third of a unit, the empty set included
    puzzle_id BIGINT NOT NULL, -- The puzzle
    unit_no INTEGER NOT NULL, -- The unit, 1 to 27
    third INTEGER NOT NULL, -- 1 to 3
    places INTEGER NOT NULL, -- The cells, the sum of their location.place
    box_places INTEGER NOT NULL, -- The same cells as places of their box, if the unit is a line
    size INTEGER NOT NULL, -- How many cells it has
    mask BIGINT NOT NULL, -- The digits that its cells have together, the sum of their token.mask
    PRIMARY KEY (puzzle_id, unit_no, third, places)
); -- @clustered

DELETE FROM unit_third;

INSERT INTO unit_third (puzzle_id, unit_no, third, places, box_places, size, mask)
SELECT a.puzzle_id, n.unit_no, t.digit, 0, 0, 0, CAST(0 AS BIGINT)
FROM (SELECT DISTINCT u.puzzle_id FROM unit_cell AS u) AS a
CROSS JOIN unit_name AS n
CROSS JOIN token AS t
WHERE t.digit <= 3
UNION ALL
SELECT a.puzzle_id, a.unit_no, a.third, a.place, a.box_place, 1, a.mask
FROM unit_cell AS a
UNION ALL
SELECT a.puzzle_id, a.unit_no, a.third, a.place + b.place, a.box_place + b.box_place, 2, a.mask | b.mask
FROM unit_cell AS a
CROSS JOIN unit_cell AS b
WHERE b.puzzle_id = a.puzzle_id AND b.unit_no = a.unit_no AND b.third = a.third AND b.place > a.place
UNION ALL
SELECT a.puzzle_id, a.unit_no, a.third, a.place + b.place + c.place, a.box_place + b.box_place + c.box_place, 3, a.mask | b.mask | c.mask
FROM unit_cell AS a
CROSS JOIN unit_cell AS b
CROSS JOIN unit_cell AS c
WHERE b.puzzle_id = a.puzzle_id
    AND b.unit_no = a.unit_no
    AND b.third = a.third
    AND b.place > a.place
    AND c.puzzle_id = b.puzzle_id
    AND c.unit_no = b.unit_no
    AND c.third = b.third
    AND c.place > b.place;
