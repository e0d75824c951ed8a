-- Two strong links of a digit whose near places share a third unit, between_no. That unit has the digit once only, so one of the
-- two far places holds it. Boxes and all other units come before rows, and rows before columns; of two units of a kind the one with the smaller number
-- comes first.
CREATE TEMP TABLE IF NOT EXISTS linked_pair ( -- two strong links of a digit whose near places share a unit
    puzzle_id BIGINT NOT NULL, -- The puzzle
    digit INTEGER NOT NULL, -- The digit, 1 to 9
    unit_no INTEGER NOT NULL, -- The unit of the first link
    other_no INTEGER NOT NULL, -- The unit of the second link. Boxes come first, then rows, then columns
    between_no INTEGER NOT NULL, -- The unit of the near places. No far place lies in it
    near INTEGER NOT NULL, -- The near place of the first link, a cell
    other_near INTEGER NOT NULL, -- The near place of the second link, a cell
    far INTEGER NOT NULL, -- The far place of the first link, a cell
    other_far INTEGER NOT NULL, -- The far place of the second link, a cell
    pattern BIGINT NOT NULL, -- All of these but the puzzle as one number, the key of the techniques that read it
    PRIMARY KEY (puzzle_id, digit, unit_no, other_no, between_no, near, other_near)
); -- @clustered

DELETE FROM linked_pair;

INSERT INTO linked_pair (puzzle_id, digit, unit_no, other_no, between_no, near, other_near, far, other_far, pattern)
SELECT a.puzzle_id, a.digit, a.unit_no, b.unit_no, a.between_no, a.near, b.near, a.far, b.far,
    ((((((CAST(a.digit AS BIGINT) * 100 + a.unit_no) * 100 + b.unit_no) * 100 + a.near) * 100 + b.near) * 100 + a.far) * 100 + b.far) * 100
        + a.between_no
FROM pass AS p
CROSS JOIN link_end AS a
CROSS JOIN link_end AS b
WHERE a.puzzle_id = p.puzzle_id
    AND b.puzzle_id = a.puzzle_id
    AND b.digit = a.digit
    AND b.between_no = a.between_no
    AND (b.unit_no + 35) % 54 > (a.unit_no + 35) % 54
    AND b.near <> a.near;
