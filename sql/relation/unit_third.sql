-- Every set of open cells of a third of a unit, also the empty set, also of a unit whose cells are all filled. A set of cells of
-- the unit consists of three of these, one from each third. Joining three of them is quicker than adding cell by cell.
CREATE TEMP TABLE IF NOT EXISTS unit_third (
    puzzle_id BIGINT NOT NULL,
    unit_no INTEGER NOT NULL,
    third INTEGER NOT NULL,
    places INTEGER NOT NULL,
    box_places INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    PRIMARY KEY (puzzle_id, unit_no, third, places)
) WITHOUT ROWID;

DELETE FROM unit_third;

WITH RECURSIVE gathered (puzzle_id, unit_no, third, places, box_places, size, mask) AS (
    SELECT c.puzzle_id, n.unit_no, t.digit, 0, 0, 0, CAST(0 AS BIGINT)
    FROM (SELECT DISTINCT u.puzzle_id FROM unit_cell AS u) AS c
    CROSS JOIN unit_name AS n
    CROSS JOIN token AS t
    WHERE t.digit <= 3
    UNION ALL
    SELECT g.puzzle_id, g.unit_no, g.third, g.places + c.place, g.box_places + c.box_place, g.size + 1, g.mask | c.mask
    FROM gathered AS g
    CROSS JOIN unit_cell AS c
    WHERE c.puzzle_id = g.puzzle_id AND c.unit_no = g.unit_no AND c.third = g.third AND c.place > g.places
)
INSERT INTO unit_third (puzzle_id, unit_no, third, places, box_places, size, mask)
SELECT puzzle_id, unit_no, third, places, box_places, size, mask
FROM gathered;
