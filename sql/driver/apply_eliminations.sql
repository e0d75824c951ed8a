-- Takes the candidates that a pass eliminates from their cells.

UPDATE candidate_mask
SET mask = candidate_mask.mask - x.mask
FROM (
    SELECT d.puzzle_id, d.cell, CAST(SUM(t.mask) AS BIGINT) AS mask
    FROM deduction AS d
    CROSS JOIN token AS t
    WHERE d.placement = 0 AND t.digit = d.digit
    GROUP BY d.puzzle_id, d.cell
) AS x
WHERE candidate_mask.puzzle_id = x.puzzle_id AND candidate_mask.cell = x.cell;
