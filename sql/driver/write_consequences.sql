-- Says in consequence what followed from each hypothesis of a real puzzle, and after how many rounds. Of several contradictions in a
-- hypothesis it is the least.

INSERT INTO consequence (puzzle_id, step, role, cell, digit, unit_no)
WITH made AS (
    SELECT s.puzzle_id, s.step,
        SUM(CASE s.rounds WHEN 0 THEN 1 ELSE s.rounds END) OVER (PARTITION BY s.puzzle_id ORDER BY s.step) AS rounds
    FROM hypothesis AS h
    CROSS JOIN work_step AS s
    WHERE s.puzzle_id = h.puzzle_id
)
SELECT c.puzzle_id, m.rounds, CASE c.rule WHEN 'assume' THEN 'assume' ELSE 'place' END, c.cell, c.digit, 0
FROM made AS m
CROSS JOIN work_cell AS c
WHERE c.puzzle_id = m.puzzle_id AND c.step = m.step
UNION ALL
SELECT e.puzzle_id, m.rounds, CASE t.family WHEN 'forcing' THEN 'refute' ELSE 'eliminate' END, e.cell, e.digit, 0
FROM made AS m
CROSS JOIN work_elimination AS e
CROSS JOIN technique AS t
WHERE e.puzzle_id = m.puzzle_id AND e.step = m.step AND t.name = e.rule;

INSERT INTO consequence (puzzle_id, step, role, cell, digit, unit_no)
SELECT k.puzzle_id, h.rounds, 'contradiction', COALESCE(k.cell, 0), COALESCE(k.digit, 0), COALESCE(k.unit_no, 0)
FROM hypothesis AS h
CROSS JOIN work_contradiction AS k
WHERE k.puzzle_id = h.puzzle_id
    AND k.severity * 1000 + k.place = (
        SELECT MIN(x.severity * 1000 + x.place)
        FROM work_contradiction AS x
        WHERE x.puzzle_id = h.puzzle_id
    );
