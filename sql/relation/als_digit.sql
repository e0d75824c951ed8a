-- A digit of an almost locked set. group_no, low and high are the cells of the set that have the digit. victims_low and
-- victims_high are the other candidates of the digit that see all of these cells. A digit without victims has no row,
-- because nothing follows from it.
CREATE TEMP TABLE IF NOT EXISTS als_digit ( -- the digits of these sets, with the candidates that see them
    puzzle_id BIGINT NOT NULL, -- The puzzle
    als_no INTEGER NOT NULL, -- The set, as in almost_locked_set
    digit INTEGER NOT NULL, -- A digit of the set
    group_no INTEGER NOT NULL, -- The cells of the set with the digit, as in cell_group
    size INTEGER NOT NULL, -- How many cells the set has
    mask BIGINT NOT NULL, -- All digits of the set
    low BIGINT NOT NULL, -- The cells with the digit, as bits of rows 1 to 5
    high BIGINT NOT NULL, -- The same for rows 6 to 9
    victims_low BIGINT NOT NULL, -- The candidates of the digit that see all of these cells, as bits of rows 1 to 5
    victims_high BIGINT NOT NULL, -- The same for rows 6 to 9
    PRIMARY KEY (puzzle_id, als_no, digit)
); -- @clustered

DELETE FROM als_digit;

WITH digit_cells AS (
    SELECT d.puzzle_id, d.digit, CAST(SUM(g.low) AS BIGINT) AS low, CAST(SUM(g.high) AS BIGINT) AS high
    FROM pass AS p
    CROSS JOIN place_mask AS d
    CROSS JOIN unit_name AS u
    CROSS JOIN cell_group AS g
    WHERE d.puzzle_id = p.puzzle_id
        AND u.unit_no = d.unit_no
        AND u.unit_type = 'row'
        AND g.unit_no = d.unit_no
        AND g.places = d.places
    GROUP BY d.puzzle_id, d.digit
)
INSERT INTO als_digit (puzzle_id, als_no, digit, group_no, size, mask, low, high, victims_low, victims_high)
SELECT a.puzzle_id, a.als_no, d.digit, g.group_no, a.size, a.mask, g.low, g.high, g.seen_low & c.low, g.seen_high & c.high
FROM almost_locked_set AS a
CROSS JOIN place_mask AS d
CROSS JOIN cell_group AS g
CROSS JOIN digit_cells AS c
WHERE d.puzzle_id = a.puzzle_id
    AND d.unit_no = a.unit_no
    AND d.places & a.places <> 0
    AND g.unit_no = d.unit_no
    AND g.places = d.places & a.places
    AND c.puzzle_id = d.puzzle_id
    AND c.digit = d.digit
    AND (g.seen_low & c.low <> 0 OR g.seen_high & c.high <> 0);
