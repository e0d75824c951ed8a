-- @title Where do two techniques agree?
-- @idea Hide the view pass by pass_all, as sql/README.md shows, and run technique files by hand. They insert into deduction
--   and apply nothing, so several of them may prove the same in one state. The solver never tries a second technique.
-- @parameter most 10 how many to show

SELECT d.puzzle_id, d.cell, d.digit, d.technique, o.technique AS other,
    CASE d.placement WHEN 1 THEN 'placed' ELSE 'crossed out' END AS digit_is
FROM deduction AS d
INNER JOIN deduction AS o ON o.puzzle_id = d.puzzle_id AND o.cell = d.cell AND o.digit = d.digit AND o.placement = d.placement
INNER JOIN technique AS t ON t.name = d.technique
INNER JOIN technique AS u ON u.name = o.technique
WHERE t.tier < u.tier
ORDER BY d.puzzle_id, d.cell, d.digit, t.tier, u.tier
LIMIT :most;
