-- Makes place_mask for the puzzles of the pass, which are all unfinished puzzles. It turns one mask of digits for each
-- place into one set of places for each digit. A mask has 12 bits from one digit to the third digit after it, which is space
-- for the nine places. So three sums hold the places of all nine digits.

DELETE FROM place_mask;

WITH unit_places AS (
    SELECT m.puzzle_id, l.unit_no,
        CAST(SUM((m.mask & 16781313) * l.place) AS BIGINT) AS p147,
        CAST(SUM((m.mask / 16 & 16781313) * l.place) AS BIGINT) AS p258,
        CAST(SUM((m.mask / 256 & 16781313) * l.place) AS BIGINT) AS p369
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN location AS l
    WHERE m.puzzle_id = p.puzzle_id AND l.cell = m.cell
    GROUP BY m.puzzle_id, l.unit_no
),
digit_places AS (
    SELECT u.puzzle_id, u.unit_no, t.digit,
        CASE t.digit
            WHEN 1 THEN u.p147 WHEN 4 THEN u.p147 / 4096 WHEN 7 THEN u.p147 / 16777216
            WHEN 2 THEN u.p258 WHEN 5 THEN u.p258 / 4096 WHEN 8 THEN u.p258 / 16777216
            WHEN 3 THEN u.p369 WHEN 6 THEN u.p369 / 4096 WHEN 9 THEN u.p369 / 16777216
        END & 511 AS places
    FROM unit_places AS u
    CROSS JOIN token AS t
    WHERE t.digit IS NOT NULL
)
INSERT INTO place_mask (puzzle_id, unit_no, digit, places)
SELECT puzzle_id, unit_no, digit, places
FROM digit_places
WHERE places <> 0;
