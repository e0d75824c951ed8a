        AND t.digit IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = z.puzzle_id AND c.cell = l.cell)
        AND NOT EXISTS (
            SELECT 1
            FROM peer AS p
            CROSS JOIN cell AS c
            WHERE p.cell = l.cell AND c.puzzle_id = z.puzzle_id AND c.cell = p.peer AND c.digit = t.digit
        )
        AND NOT EXISTS (
            SELECT 1
            FROM elimination AS e
            WHERE e.puzzle_id = z.puzzle_id AND e.cell = l.cell AND e.digit = t.digit
        )
