-- @title In which steps do two techniques work on the same cell?
-- @idea Two consecutive steps of different techniques that eliminate candidates of the same cell. The
--   second step may need the first one, or it only comes later because its technique has a greater tier.
-- @parameter technique x_wing the first of the two techniques

SELECT s.puzzle_id, s.step, s.rule AS technique, n.rule AS next_technique, a.cell, a.digit, b.digit AS next_digit
FROM step AS s
INNER JOIN step AS n ON n.puzzle_id = s.puzzle_id AND n.step = s.step + 1
INNER JOIN elimination AS a ON a.puzzle_id = s.puzzle_id AND a.step = s.step
INNER JOIN elimination AS b ON b.puzzle_id = n.puzzle_id AND b.step = n.step AND b.cell = a.cell
WHERE s.rule = :technique AND n.rule <> s.rule
ORDER BY s.puzzle_id, s.step, a.cell, a.digit, b.digit;
