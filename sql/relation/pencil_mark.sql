-- The candidates of the puzzles of the pass, with the digit first in the key.
CREATE TEMP TABLE IF NOT EXISTS pencil_mark (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, digit, cell)
); -- @clustered

DELETE FROM pencil_mark;

INSERT INTO pencil_mark (puzzle_id, digit, cell)
SELECT m.puzzle_id, t.digit, m.cell
FROM pass AS p
CROSS JOIN token AS t
CROSS JOIN candidate_mask AS m
WHERE t.digit IS NOT NULL AND m.puzzle_id = p.puzzle_id AND m.mask & t.mask <> 0;
