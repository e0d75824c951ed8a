-- Fills in the candidates of all unfinished puzzles that have none. They are every digit of every open cell, except the digits of its
-- peers, and except those that were eliminated. The technique files need them.
--
-- The text is the same for SQLite and PostgreSQL.

INSERT INTO candidate (puzzle_id, cell, digit)
SELECT u.puzzle_id, l.cell, t.digit
FROM unfilled_puzzle AS u
CROSS JOIN location_wide AS l
CROSS JOIN token AS t
WHERE t.digit IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = u.puzzle_id AND c.cell = l.cell)
EXCEPT
SELECT c.puzzle_id, p.cell, c.digit
FROM unfilled_puzzle AS u
INNER JOIN cell AS c ON c.puzzle_id = u.puzzle_id
INNER JOIN peer AS p ON p.peer = c.cell
EXCEPT
SELECT e.puzzle_id, e.cell, e.digit
FROM unfilled_puzzle AS u
INNER JOIN elimination AS e ON e.puzzle_id = u.puzzle_id;
