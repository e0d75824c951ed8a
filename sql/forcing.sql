-- @technique forcing | Nishio (forcing by contradiction) | tier 580 | extreme | weight 700 | library 1301 1303
-- @family forcing
-- @idea Assume that a candidate is true and place naked and hidden singles until there are no more. If that leads to a
--   contradiction, the candidate goes. A contradiction is a cell without candidates, a digit without a place in a unit, or
--   a digit twice in a unit.
-- @how The statement makes one hypothetical puzzle for every candidate of every puzzle. The solver runs the statements of
--   the singles over all of them at once. Then driver/refute.sql makes an elimination of each hypothesis with a
--   contradiction.
-- @source Common knowledge among players, called Nishio if one candidate is assumed at a time.
-- @reads pass, pencil_mark
-- @writes hypothesis, one assumption for each candidate. deduction is filled by driver/refute.sql
-- @key cell, digit
-- @words {{trial}}
-- @where what would follow from a wrong digit in {{cells "assume"}}
-- @cost one puzzle solved by singles for every candidate

INSERT INTO hypothesis (puzzle_id, origin, parent, depth, cell, digit)
SELECT 1000000000000 + ROW_NUMBER() OVER (ORDER BY m.puzzle_id, m.cell, m.digit), m.puzzle_id, m.puzzle_id, 1, m.cell, m.digit
FROM pass AS p
CROSS JOIN pencil_mark AS m
WHERE p.technique = 'forcing' AND m.puzzle_id = p.puzzle_id;
