-- @technique three_pincers | Three Pincers | tier 255 | hard | weight 190
-- @idea A cell has three candidates. Each of them is also in another cell that it sees, and there a fourth
--   digit, the same in all three, is the only other candidate. Whatever the first cell holds, one of
--   the three holds the fourth digit, so cells that see all three lose it.
-- @how candidate_mask and combination give the cells with three candidates. The query pincer joins each of their candidates to the
--   bivalue cells that have it and that the cell sees; other_digit is the second digit of such a cell. Joined to itself twice it gives
--   three pincers with the same second digit, one for each candidate. peer says which cells see all three.
-- @source The XY-Wing with one more pincer.
-- @reads pass, candidate_mask, combination, combination_member, bivalue_cell, peer, pencil_mark
-- @writes deduction, one elimination for each cell and digit
-- @key cell pivot, cell first, cell second, cell third, digit
-- @evidence pivot pivot, pincer first, pincer second, pincer third
-- @words {{cells "pivot"}} is {{anyof (candidates "pivot")}} and sees {{shown "pincer"}}.
-- @words Whichever it is, one of the pincers loses that and is {{lost}}.
-- @words {{one_holds "pincer" lost}}
-- @cost the cells with three candidates, times the bivalue cells around them

-- In a shell, pass then has the technique.
INSERT INTO user_technique (name, title, tier, level, weight)
VALUES ('three_pincers', 'Three Pincers', 255, 'hard', 190);

WITH pivot AS (
    SELECT m.puzzle_id, m.cell, s.combination_id
    FROM pass AS p
    CROSS JOIN candidate_mask AS m
    CROSS JOIN combination AS s
    WHERE p.technique = 'three_pincers' AND m.puzzle_id = p.puzzle_id AND s.mask = m.mask AND s.size = 3
),
pincer AS (
    SELECT v.puzzle_id, v.cell AS pivot, d.ordinal, b.cell, b.other_digit AS digit
    FROM pivot AS v
    CROSS JOIN combination_member AS d
    CROSS JOIN peer AS n
    CROSS JOIN bivalue_cell AS b
    WHERE d.combination_id = v.combination_id
        AND n.cell = v.cell
        AND b.puzzle_id = v.puzzle_id
        AND b.cell = n.peer
        AND b.digit = d.member
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT a.puzzle_id, 'three_pincers', 0, m.cell, a.digit,
    MIN((((a.pivot * 100 + a.cell) * CAST(100 AS BIGINT) + b.cell) * 100 + c.cell) * 10 + a.digit)
FROM pincer AS a
INNER JOIN pincer AS b ON b.puzzle_id = a.puzzle_id AND b.pivot = a.pivot AND b.digit = a.digit AND b.ordinal = 2
INNER JOIN pincer AS c ON c.puzzle_id = a.puzzle_id AND c.pivot = a.pivot AND c.digit = a.digit AND c.ordinal = 3
INNER JOIN pencil_mark AS m ON m.puzzle_id = a.puzzle_id AND m.digit = a.digit
INNER JOIN peer AS x ON x.cell = m.cell AND x.peer = a.cell
INNER JOIN peer AS y ON y.cell = m.cell AND y.peer = b.cell
INNER JOIN peer AS z ON z.cell = m.cell AND z.peer = c.cell
WHERE a.ordinal = 1
GROUP BY a.puzzle_id, m.cell, a.digit;
