-- A condition of the view notation: before the step of p, t.digit was a candidate of l.cell.
CASE
    WHEN p.step IS NULL THEN EXISTS (
        SELECT 1
        FROM candidate AS d
        WHERE d.puzzle_id = p.puzzle_id AND d.cell = l.cell AND d.digit = t.digit
    )
    ELSE NOT EXISTS (
        SELECT 1
        FROM elimination AS d
        WHERE d.puzzle_id = p.puzzle_id AND d.cell = l.cell AND d.digit = t.digit AND d.step < p.step
    )
        AND NOT EXISTS (
            SELECT 1
            FROM peer AS n
            CROSS JOIN cell AS c
            WHERE n.cell = l.cell AND c.puzzle_id = p.puzzle_id AND c.cell = n.peer AND c.digit = t.digit AND c.step < p.step
        )
        AND NOT EXISTS (
            SELECT 1
            FROM cell AS c
            WHERE c.puzzle_id = p.puzzle_id AND c.cell = l.cell AND c.step < p.step
        )
END
