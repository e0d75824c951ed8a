-- A cell with two candidates has two rows, one for each of them as digit.
CREATE TEMP TABLE IF NOT EXISTS bivalue_cell ( -- cells with two candidates, each in two rows, with either candidate first
    puzzle_id BIGINT NOT NULL, -- The puzzle
    cell INTEGER NOT NULL, -- row * 10 + column, 11 to 99
    digit INTEGER NOT NULL, -- One candidate
    other_digit INTEGER NOT NULL, -- The other candidate
    PRIMARY KEY (puzzle_id, cell, digit)
); -- @clustered

CREATE INDEX IF NOT EXISTS bivalue_cell_pair ON bivalue_cell (puzzle_id, digit, other_digit, cell);

DELETE FROM bivalue_cell;

INSERT INTO bivalue_cell (puzzle_id, cell, digit, other_digit)
SELECT m.puzzle_id, m.cell, a.member, b.member
FROM pass AS p
CROSS JOIN candidate_mask AS m
CROSS JOIN combination AS s
CROSS JOIN combination_member AS a
CROSS JOIN combination_member AS b
WHERE m.puzzle_id = p.puzzle_id
    AND s.mask = m.mask
    AND s.size = 2
    AND a.combination_id = s.combination_id
    AND b.combination_id = s.combination_id
    AND b.member <> a.member;
