-- @technique unique_rectangle_2 | Unique Rectangle 2 | tier 270 | hard | weight 100 | library 0601
-- @family uniqueness
-- @unique yes
-- @alias UR, Unique Rectangle, UR 2, UR Type 2
-- @idea Two corners of a rectangle in one line, the floor, have the same two candidates. The other two corners, the roof,
--   have one or both of these digits and one more digit, the same in both. Without the extra digit the rectangle would hold
--   just two digits, which could change places. So one roof cell holds the extra digit, and every cell that sees both roof
--   cells loses it.
-- @spot Find two cells in a line with the same two candidates, the floor, and look for a roof in another box where
--   both cells have these digits and the same third one. Candidates of the third digit that see both roof cells go.
-- @how floor_pair lists the pairs of bivalue cells with the same digits, and rectangle_side the rectangles of which such a
--   pair is a side. The mask of a roof cell without the bits of the floor must be the mask of one digit in token, the same
--   for both.
-- @source Common knowledge among players. It is valid only for puzzles with one solution.
-- @reads pass, bivalue_cell, candidate_mask, rectangle_side, token, pencil_mark, peer
-- @writes deduction
-- @key rectangle, pair floor in rectangle, digits
-- @evidence floor floor, roof not floor, digit digits
-- @words {{deadly}}
-- @words Only {{shown "roof"}} {{verb "roof" "has" "have"}} another candidate, the {{less (candidates "roof") (digits
--   "digit")}}.
-- @words {{one_holds "roof" (less (candidates "roof") (digits "digit"))}}
-- @cost all pairs of bivalue cells with the same two digits, times their rectangles

WITH floor_pair AS (
    SELECT f.puzzle_id, f.cell, g.cell AS other_cell, f.digit, f.other_digit
    FROM pass AS p
    CROSS JOIN bivalue_cell AS f
    CROSS JOIN bivalue_cell AS g
    WHERE p.technique = 'unique_rectangle_2'
        AND f.puzzle_id = p.puzzle_id
        AND f.digit < f.other_digit
        AND g.puzzle_id = f.puzzle_id
        AND g.cell > f.cell
        AND g.digit = f.digit
        AND g.other_digit = f.other_digit
),
roof AS (
    SELECT t.puzzle_id, s.roof_1, s.roof_2, x.digit,
        (s.rectangle_no * 10 + s.side_no) * 1000 + (1 << (t.digit - 1)) + (1 << (t.other_digit - 1)) AS pattern
    FROM floor_pair AS t
    CROSS JOIN rectangle_side AS s
    CROSS JOIN candidate_mask AS f
    CROSS JOIN candidate_mask AS a
    CROSS JOIN token AS x
    CROSS JOIN candidate_mask AS b
    WHERE s.floor_1 = t.cell
        AND s.floor_2 = t.other_cell
        AND f.puzzle_id = t.puzzle_id
        AND f.cell = t.cell
        AND a.puzzle_id = t.puzzle_id
        AND a.cell = s.roof_1
        AND a.mask & f.mask <> 0
        AND x.mask = a.mask & ~f.mask
        AND b.puzzle_id = t.puzzle_id
        AND b.cell = s.roof_2
        AND b.mask & f.mask <> 0
        AND b.mask & ~f.mask = x.mask
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT v.puzzle_id, 'unique_rectangle_2', 0, v.cell, v.digit, MIN(r.pattern)
FROM roof AS r
CROSS JOIN pencil_mark AS v
CROSS JOIN peer AS a
CROSS JOIN peer AS b
WHERE v.puzzle_id = r.puzzle_id
    AND v.digit = r.digit
    AND a.cell = r.roof_1
    AND a.peer = v.cell
    AND b.cell = r.roof_2
    AND b.peer = v.cell
GROUP BY v.puzzle_id, v.cell, v.digit;
