-- @technique full_house | Full House | tier 10 | easy | weight 4 | places | library 0000
-- @family singles
-- @alias Last Digit, Last Value
-- @idea A unit has one open cell left. The one digit that the unit still misses goes there. You need no pencil marks for
--   it.
-- @spot Look at rows, columns and boxes with eight digits. Count from 1 to 9 and write down the digit that is
--   missing.
-- @how unit_state has the open places of a unit as a binary set, and a set with one member has nothing left when 1 is
--   subtracted and both numbers are compared bit by bit. Such a place is joined to its cell, and the mask of the missing
--   digits to the digit.
-- @source Common knowledge among players, also called last digit.
-- @reads pass, unit_state, location, candidate_mask, token
-- @writes deduction, one placement for each cell and digit
-- @key unit, cell, digit
-- @evidence single unit cell digit
-- @words {{units "single"}} has one open cell left, {{cells "single"}}, and misses only {{digits "single"}}.
-- @words So {{effect}}.
-- @again {{effect}} ({{units "single"}})
-- @where {{units "single"}}
-- @cost one look at each unit with a single open cell

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT p.puzzle_id, p.technique, 1, m.cell, t.digit, MIN(u.unit_no * 1000 + m.cell * 10 + t.digit)
FROM pass AS p
CROSS JOIN unit_state AS u
CROSS JOIN location AS l
CROSS JOIN candidate_mask AS m
CROSS JOIN token AS t
WHERE p.technique = 'full_house'
    AND u.puzzle_id = p.puzzle_id
    AND u.open_places <> 0
    AND u.open_places & (u.open_places - 1) = 0
    AND l.unit_no = u.unit_no
    AND l.place = u.open_places
    AND m.puzzle_id = p.puzzle_id
    AND m.cell = l.cell
    AND m.mask & u.missing <> 0
    AND t.mask = u.missing
GROUP BY p.puzzle_id, p.technique, m.cell, t.digit;
