    SET steps = OLD.step - 1,
        solution = NULL,
        depth = NULL,
        run_id = (SELECT a.run_id FROM attempt AS a WHERE a.puzzle_id = puzzle.puzzle_id ORDER BY a.first_step DESC LIMIT 1),
        status = CASE
            WHEN EXISTS (
                SELECT 1
                FROM attempt AS a
                INNER JOIN run AS r ON r.run_id = a.run_id
                WHERE a.puzzle_id = puzzle.puzzle_id
                    AND a.last_step = OLD.step - 1
                    AND (a.last_step < a.first_step OR r.selection NOT LIKE '% stop_at_first')
            ) THEN 'stuck'
            ELSE 'new'
        END,
        score = score - COALESCE((SELECT t.weight FROM technique AS t WHERE t.name = OLD.rule), 0),
        hardest = (
            SELECT t.name
            FROM puzzle_technique AS u
            INNER JOIN technique AS t ON t.name = u.technique
            WHERE u.puzzle_id = puzzle.puzzle_id
            ORDER BY t.level_no DESC, t.weight DESC, t.tier DESC
            LIMIT 1
        ),
        level = (
            SELECT t.level
            FROM puzzle_technique AS u
            INNER JOIN technique AS t ON t.name = u.technique
            WHERE u.puzzle_id = puzzle.puzzle_id
            ORDER BY t.level_no DESC
            LIMIT 1
        )
