-- The first part of a pattern that a technique file of a user must not make, and the reason.

SELECT x.puzzle_id, x.entry, x.problem
FROM (
    SELECT e.puzzle_id, e.pattern, e.ordinal,
        'technique ' || e.technique || ', pattern ' || e.pattern || ', ordinal ' || e.ordinal || ', role ' || e.role AS entry,
        CASE
            WHEN p.puzzle_id IS NULL THEN 'puzzle ' || e.puzzle_id || ' is not in the table pass'
            WHEN e.technique <> p.technique THEN 'the technique must be ' || p.technique
            WHEN e.ordinal < 1 OR e.ordinal <> CAST(e.ordinal AS BIGINT) THEN 'the ordinal must be a whole number above 0'
            WHEN e.role = '' THEN 'the role is empty'
            WHEN e.cell IS NOT NULL AND l.cell IS NULL THEN 'there is no cell ' || e.cell || ', a cell is 10 times its row plus its column'
            WHEN e.digit IS NOT NULL AND t.digit IS NULL THEN 'there is no digit ' || e.digit
            WHEN e.unit_no IS NOT NULL AND u.unit_no IS NULL THEN 'there is no unit ' || e.unit_no
        END AS problem
    FROM deduction_evidence AS e
    LEFT JOIN pass AS p ON p.puzzle_id = e.puzzle_id
    LEFT JOIN location_wide AS l ON l.cell = e.cell
    LEFT JOIN token AS t ON t.digit = e.digit
    LEFT JOIN unit_name AS u ON u.unit_no = e.unit_no
) AS x
WHERE x.problem IS NOT NULL
ORDER BY x.puzzle_id, x.pattern, x.ordinal
LIMIT 1;
