-- The first deduction that a technique file of a user must not make, and the reason. It must be an elimination by the technique of
-- the pass, of a live candidate of a puzzle of the pass. Otherwise it would change nothing, and the technique would find it for ever.

SELECT x.puzzle_id, x.entry, x.problem
FROM (
    SELECT d.puzzle_id, d.cell, d.digit,
        'technique ' || d.technique || ', cell ' || d.cell || ', digit ' || d.digit || ', pattern ' || d.pattern AS entry,
        CASE
            WHEN p.puzzle_id IS NULL THEN 'puzzle ' || d.puzzle_id || ' is not in the table pass'
            WHEN d.technique <> p.technique THEN 'the technique must be ' || p.technique
            WHEN d.placement <> 0 THEN 'placement must be 0, because a technique file eliminates'
            WHEN l.cell IS NULL THEN 'there is no cell ' || d.cell || ', a cell is 10 times its row plus its column'
            WHEN t.digit IS NULL THEN 'there is no digit ' || d.digit
            WHEN m.cell IS NULL THEN l.cell_name || ' is filled'
            WHEN m.mask & t.mask = 0 THEN t.digit || ' is not a candidate of ' || l.cell_name
            WHEN d.pattern < 1 OR d.pattern <> CAST(d.pattern AS BIGINT) THEN 'the pattern must be a whole number above 0'
        END AS problem
    FROM deduction AS d
    LEFT JOIN pass AS p ON p.puzzle_id = d.puzzle_id
    LEFT JOIN location_wide AS l ON l.cell = d.cell
    LEFT JOIN token AS t ON t.digit = d.digit
    LEFT JOIN candidate_mask AS m ON m.puzzle_id = d.puzzle_id AND m.cell = d.cell
) AS x
WHERE x.problem IS NOT NULL
ORDER BY x.puzzle_id, x.cell, x.digit
LIMIT 1;
