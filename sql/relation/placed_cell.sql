-- The filled cells of the puzzles of the pass, without the givens.
CREATE TEMP TABLE IF NOT EXISTS placed_cell (
    puzzle_id BIGINT NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, cell)
); -- @clustered

DELETE FROM placed_cell;

INSERT INTO placed_cell (puzzle_id, cell, digit)
SELECT c.puzzle_id, c.cell, c.digit
FROM pass AS p
CROSS JOIN work_cell AS c
WHERE c.puzzle_id = p.puzzle_id AND c.rule <> 'given';
