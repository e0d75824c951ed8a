-- @technique tridagon | Tridagon | tier 578 | extreme | weight 620
-- @family exotic
-- @alias Thor's Hammer, Trivalue Oddagon
-- @idea Four boxes are the corners of a rectangle, and in each of them three cells lie in different rows and columns of the
--   box. From row to row these cells go to the right or to the left, where the first column follows the last. If an odd
--   number of the four boxes goes to the left, three digits cannot fill the twelve cells. So if only one of the cells has
--   more candidates than three digits, it loses the three.
-- @spot Look for three digits that many cells of four boxes share, with two or three in each cell. Then look for one cell
--   in each row and column of each box, and for the only one that has a further candidate.
-- @how shared/tridagon_sets.sql fills tridagon_cell with all sets of twelve such cells. A set begins with its digits. The
--   number of three cells of a box, 0 to 5, is their first column, plus 3 if they go to the left.
-- @source D. Berthier and M. Mith, forum of the players, who also call it Thor's Hammer.
-- @reads pass, combination, token, unit_cell, location, candidate_mask, tridagon_cell, pencil_mark, deduction
-- @writes tridagon_cell. deduction, one elimination for each cell and digit, and deduction_evidence, the twelve cells
-- @needs boxes
-- @key digits, number 10 one, number 10 two, number 10 three, number 10 four, number 10 box_one, number 10 box_four, cell guardian
-- @evidence digit digits
-- @words {{cells "cell"}} lie in four boxes, three in each, one in each row and column of the box. All but
--   {{victims}} have only candidates of {{digits "digit"}}.
-- @words {{leftward}} So {{victims}} must hold another digit{{namely effect}}.
-- @cost 54 sets of cells of a box times 84 sets of digits, then four of them

-- @shared tridagon_sets
INSERT INTO run_tridagon_sets DEFAULT VALUES;

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'tridagon', 0, v.cell, v.digit, MIN(CAST(x.pattern AS BIGINT) * 100 + x.cell)
FROM pass AS p
CROSS JOIN tridagon_cell AS x
CROSS JOIN pencil_mark AS v
WHERE p.technique = 'tridagon'
    AND x.puzzle_id = p.puzzle_id
    AND x.more = 1
    AND x.extra <> 0
    AND v.puzzle_id = x.puzzle_id
    AND v.cell = x.cell
    AND x.pattern / 1000000 & (1 << (v.digit - 1)) <> 0
GROUP BY v.puzzle_id, v.cell, v.digit;

INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT d.puzzle_id, 'tridagon', d.pattern, 1000 + ROW_NUMBER() OVER (PARTITION BY d.puzzle_id, d.pattern ORDER BY x.cell), 'cell',
    x.cell, CAST(NULL AS INTEGER), CAST(NULL AS INTEGER)
FROM (SELECT DISTINCT o.puzzle_id, o.pattern FROM deduction AS o WHERE o.technique = 'tridagon') AS d
CROSS JOIN tridagon_cell AS x
WHERE x.puzzle_id = d.puzzle_id AND x.pattern = d.pattern / 100;
