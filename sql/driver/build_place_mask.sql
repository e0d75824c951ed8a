-- The places of every digit in every unit, for the puzzles of the pass, which is all that
-- are not finished. A mask of digits for each place is turned into a set of places for each digit.

DELETE FROM place_mask;

WITH unit_places AS (
    SELECT m.puzzle_id * 32 + l.unit_no AS unit_key,
        SUM(CASE WHEN m.mask & 1 <> 0 THEN l.place ELSE 0 END) AS p1,
        SUM(CASE WHEN m.mask & 16 <> 0 THEN l.place ELSE 0 END) AS p2,
        SUM(CASE WHEN m.mask & 256 <> 0 THEN l.place ELSE 0 END) AS p3,
        SUM(CASE WHEN m.mask & 4096 <> 0 THEN l.place ELSE 0 END) AS p4,
        SUM(CASE WHEN m.mask & 65536 <> 0 THEN l.place ELSE 0 END) AS p5,
        SUM(CASE WHEN m.mask & 1048576 <> 0 THEN l.place ELSE 0 END) AS p6,
        SUM(CASE WHEN m.mask & 16777216 <> 0 THEN l.place ELSE 0 END) AS p7,
        SUM(CASE WHEN m.mask & 268435456 <> 0 THEN l.place ELSE 0 END) AS p8,
        SUM(CASE WHEN m.mask & 4294967296 <> 0 THEN l.place ELSE 0 END) AS p9
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN location AS l
    WHERE m.puzzle_id = p.puzzle_id AND l.cell = m.cell
    GROUP BY m.puzzle_id * 32 + l.unit_no
),
digit_places AS (
    SELECT u.unit_key / 32 AS puzzle_id, u.unit_key % 32 AS unit_no, t.digit,
        CASE t.digit
            WHEN 1 THEN u.p1 WHEN 2 THEN u.p2 WHEN 3 THEN u.p3
            WHEN 4 THEN u.p4 WHEN 5 THEN u.p5 WHEN 6 THEN u.p6
            WHEN 7 THEN u.p7 WHEN 8 THEN u.p8 WHEN 9 THEN u.p9
        END AS places
    FROM unit_places AS u
    CROSS JOIN token AS t
    WHERE t.digit IS NOT NULL
)
INSERT INTO place_mask (puzzle_id, unit_no, digit, places)
SELECT puzzle_id, unit_no, digit, places
FROM digit_places
WHERE places <> 0;
