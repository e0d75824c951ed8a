-- @title Which puzzles are mapped to themselves?
-- @idea An automorphism permutes lines and renames digits so that the puzzle stays the same. That of a pattern keeps which
--   cells are given. The identity counts too. solve --properties fills the table.
-- @parameter puzzle 1 least number of automorphisms of the puzzle
-- @parameter pattern 2 least number of automorphisms of the pattern

SELECT p.puzzle_id, p.automorphisms, p.pattern_automorphisms
FROM puzzle_property AS p
WHERE p.automorphisms >= :puzzle AND p.pattern_automorphisms >= :pattern
ORDER BY p.automorphisms DESC, p.pattern_automorphisms DESC, p.puzzle_id;
