-- The near place of a strong link in each further unit of it, as long as the far place is not in that unit. So two links
-- meet where they have an end in one unit.
CREATE TEMP TABLE IF NOT EXISTS link_end ( -- the places of strong links, each in a unit that holds only this place of the link
    puzzle_id BIGINT NOT NULL, -- The puzzle
    digit INTEGER NOT NULL, -- The digit, 1 to 9
    between_no INTEGER NOT NULL, -- A unit that holds the near place and not the far place
    unit_no INTEGER NOT NULL, -- The unit of the link
    near INTEGER NOT NULL, -- The cell in between_no
    far INTEGER NOT NULL, -- The cell of the other place
    PRIMARY KEY (puzzle_id, digit, between_no, unit_no, near)
); -- @clustered

DELETE FROM link_end;

INSERT INTO link_end (puzzle_id, digit, between_no, unit_no, near, far)
SELECT a.puzzle_id, a.digit, n.unit_no, a.unit_no, a.cell, a.other
FROM pass AS p
CROSS JOIN strong_link AS a
CROSS JOIN location AS n
WHERE a.puzzle_id = p.puzzle_id
    AND n.cell = a.cell
    AND n.unit_no <> a.unit_no
    AND NOT EXISTS (SELECT 1 FROM location AS f WHERE f.unit_no = n.unit_no AND f.cell = a.other);
