-- Says in consequence what followed from each hypothesis of a real puzzle. A contradiction is the last step, and of several
-- that a hypothesis came to it is the least.

INSERT INTO consequence (puzzle_id, step, role, cell, digit, unit_no)
SELECT c.puzzle_id, c.step, CASE c.rule WHEN 'assume' THEN 'assume' ELSE 'place' END, c.cell, c.digit, 0
FROM hypothesis AS h
CROSS JOIN work_cell AS c
WHERE c.puzzle_id = h.puzzle_id;

INSERT INTO consequence (puzzle_id, step, role, cell, digit, unit_no)
SELECT e.puzzle_id, e.step, CASE t.family WHEN 'forcing' THEN 'refute' ELSE 'eliminate' END, e.cell, e.digit, 0
FROM hypothesis AS h
CROSS JOIN work_elimination AS e
CROSS JOIN technique AS t
WHERE e.puzzle_id = h.puzzle_id AND t.name = e.rule;

INSERT INTO consequence (puzzle_id, step, role, cell, digit, unit_no)
SELECT k.puzzle_id, 10000, 'contradiction', COALESCE(k.cell, 0), COALESCE(k.digit, 0), COALESCE(k.unit_no, 0)
FROM hypothesis AS h
CROSS JOIN work_contradiction AS k
WHERE k.puzzle_id = h.puzzle_id
    AND k.severity * 1000 + k.place = (
        SELECT MIN(x.severity * 1000 + x.place)
        FROM work_contradiction AS x
        WHERE x.puzzle_id = h.puzzle_id
    );
