-- @title Which minimal puzzles have few backdoors?
-- @idea A backdoor is a cell whose digit lets singles solve the rest. A puzzle of size 2 needs the digits of two cells, and a
--   puzzle without a size needs more. solve --properties fills the table.
-- @parameter most 9 greatest number of backdoors

SELECT p.puzzle_id, p.backdoor_size, p.backdoors
FROM puzzle_property AS p
WHERE p.redundant = 0 AND p.backdoors <= :most AND COALESCE(p.backdoor_size, 3) > 0
ORDER BY p.backdoors, p.backdoor_size, p.puzzle_id;
