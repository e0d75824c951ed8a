-- Solves a puzzle in one statement. It needs no tables. Paste it into sqlite3 (3.40 or newer) or psql, with your puzzle
-- in the line after VALUES, 81 characters with '.' or '0' for an open cell. Each row is a solution. There are at most two
-- rows, and two mean that there may be more. No row means that there is no solution, for instance because a unit has a
-- given twice. A text of 729 characters has the candidates, nine characters for each cell, with '.' for a candidate that
-- is crossed out.
--
-- The recursion searches a tree, one node at a time. A node has two sets of bits for each digit d, with the cells that
-- have d or can still have it. topd is for the 54 cells of rows 1 to 6 and lowd for the 27 cells of rows 7 to 9. Every
-- second node makes a decision, and the node after it carries the decision out. If pick is NULL the next node decides,
-- with the first rule that applies
--   1. go back if a cell has no candidate,
--   2. report a solution if no cell is open,
--   3. fill a cell that has one candidate,
--   4. fill the only place of a digit in a unit, or go back if the unit has no place for the digit,
--   5. guess the smallest candidate of a cell with the fewest candidates.
-- A guess pushes the node on a stack, which is a text. Going back pops a node from the stack and crosses out the guess in
-- it. So the search is depth first, and its memory does not grow with the number of solutions.
--
-- pick is 0 to go back and 1 for a solution. Otherwise it is 32 times the code of a move, plus 16 for a guess, plus the
-- digit, where 0 means the only candidate. Every set also has the bit 2^59, so that it is a number of 18 digits and
-- has a fixed width on the stack. These numbers occur often.
--     18014398509481984 = 2^54   in a code, a cell of rows 7 to 9
--     72057594037927936 = 2^56   in a code, cross out instead of fill
--   2305843009213693952 = 2^61   32 * 2^56
--    576460752303423488 = 2^59   the empty set
--    594475150812905471 = 2^59 + 2^54 - 1 and
--    576460752437641215 = 2^59 + 2^27 - 1   the sets of all cells

WITH RECURSIVE puzzle (givens) AS (
    VALUES
    ('8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..')
),
number (n) AS (
    VALUES (1)
    UNION ALL
    SELECT n + 1 FROM number WHERE n < 81
),
location (position, row_no, column_no, box_no, top, low, code) AS MATERIALIZED (
    SELECT n, (n - 1) / 9, (n - 1) % 9, (n - 1) / 27 * 3 + (n - 1) % 9 / 3,
        CASE WHEN n <= 54 THEN CAST(1 AS BIGINT) << (n - 1) ELSE 0 END,
        CASE WHEN n <= 54 THEN 0 ELSE CAST(1 AS BIGINT) << (n - 55) END,
        CASE WHEN n <= 54 THEN CAST(1 AS BIGINT) << (n - 1) ELSE 18014398509481984 + (CAST(1 AS BIGINT) << (n - 55)) END
    FROM number
),
candidate (digit, top, low) AS (
    SELECT d.n, l.top, l.low
    FROM puzzle AS p
    CROSS JOIN location AS l
    CROSS JOIN number AS d
    WHERE d.n <= 9
        AND CASE LENGTH(p.givens)
            WHEN 729 THEN SUBSTR(p.givens, 9 * (l.position - 1) + d.n, 1) <> '.'
            ELSE SUBSTR(p.givens, l.position, 1) IN ('.', '0', CAST(d.n AS TEXT))
        END
),
unit (top, low) AS MATERIALIZED (
    SELECT CAST(SUM(top) AS BIGINT), CAST(SUM(low) AS BIGINT) FROM location GROUP BY row_no
    UNION ALL
    SELECT CAST(SUM(top) AS BIGINT), CAST(SUM(low) AS BIGINT) FROM location GROUP BY column_no
    UNION ALL
    SELECT CAST(SUM(top) AS BIGINT), CAST(SUM(low) AS BIGINT) FROM location GROUP BY box_no
),
-- A move keeps the cells of same_top and same_low for its digit. It keeps those of other_top and other_low for all other
-- digits and for the open cells. The first SELECT has the moves that fill a cell, the second those that cross out the
-- digit in a cell, and the last one the move that does nothing.
move (code, position, top, low, same_top, same_low, other_top, other_low) AS MATERIALIZED (
    SELECT l.code, l.position, l.top, l.low,
        ~CAST(SUM(CASE WHEN p.position <> l.position THEN p.top ELSE 0 END) AS BIGINT),
        ~CAST(SUM(CASE WHEN p.position <> l.position THEN p.low ELSE 0 END) AS BIGINT),
        ~l.top, ~l.low
    FROM location AS l
    INNER JOIN location AS p ON p.row_no = l.row_no OR p.column_no = l.column_no OR p.box_no = l.box_no
    GROUP BY l.code, l.position, l.top, l.low
    UNION ALL
    SELECT 72057594037927936 + code, 0, top, low, ~top, ~low, -1, -1 FROM location
    UNION ALL
    VALUES (0, 0, 0, 0, -1, -1, -1, -1)
),
node (
    top1, top2, top3, top4, top5, top6, top7, top8, top9,
    low1, low2, low3, low4, low5, low6, low7, low8, low9,
    open_top, open_low, grid, stack, pick
) AS (
    SELECT
        576460752303423488 + CAST(SUM(CASE WHEN digit = 1 THEN top ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 2 THEN top ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 3 THEN top ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 4 THEN top ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 5 THEN top ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 6 THEN top ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 7 THEN top ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 8 THEN top ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 9 THEN top ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 1 THEN low ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 2 THEN low ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 3 THEN low ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 4 THEN low ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 5 THEN low ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 6 THEN low ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 7 THEN low ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 8 THEN low ELSE 0 END) AS BIGINT),
        576460752303423488 + CAST(SUM(CASE WHEN digit = 9 THEN low ELSE 0 END) AS BIGINT),
        594475150812905471, 576460752437641215,
        CAST('.................................................................................' AS TEXT),
        CAST('' AS TEXT), CAST(NULL AS BIGINT)
    FROM candidate
    HAVING COUNT(*) > 0
    UNION ALL
    SELECT
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 20, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 1) AND (n.top1 & m.top) | (n.low1 & m.low) <> 0 THEN n.top1 & m.same_top
            ELSE n.top1 & m.other_top END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 38, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 2) AND (n.top2 & m.top) | (n.low2 & m.low) <> 0 THEN n.top2 & m.same_top
            ELSE n.top2 & m.other_top END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 56, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 3) AND (n.top3 & m.top) | (n.low3 & m.low) <> 0 THEN n.top3 & m.same_top
            ELSE n.top3 & m.other_top END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 74, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 4) AND (n.top4 & m.top) | (n.low4 & m.low) <> 0 THEN n.top4 & m.same_top
            ELSE n.top4 & m.other_top END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 92, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 5) AND (n.top5 & m.top) | (n.low5 & m.low) <> 0 THEN n.top5 & m.same_top
            ELSE n.top5 & m.other_top END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 110, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 6) AND (n.top6 & m.top) | (n.low6 & m.low) <> 0 THEN n.top6 & m.same_top
            ELSE n.top6 & m.other_top END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 128, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 7) AND (n.top7 & m.top) | (n.low7 & m.low) <> 0 THEN n.top7 & m.same_top
            ELSE n.top7 & m.other_top END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 146, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 8) AND (n.top8 & m.top) | (n.low8 & m.low) <> 0 THEN n.top8 & m.same_top
            ELSE n.top8 & m.other_top END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 164, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 9) AND (n.top9 & m.top) | (n.low9 & m.low) <> 0 THEN n.top9 & m.same_top
            ELSE n.top9 & m.other_top END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 182, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 1) AND (n.top1 & m.top) | (n.low1 & m.low) <> 0 THEN n.low1 & m.same_low
            ELSE n.low1 & m.other_low END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 200, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 2) AND (n.top2 & m.top) | (n.low2 & m.low) <> 0 THEN n.low2 & m.same_low
            ELSE n.low2 & m.other_low END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 218, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 3) AND (n.top3 & m.top) | (n.low3 & m.low) <> 0 THEN n.low3 & m.same_low
            ELSE n.low3 & m.other_low END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 236, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 4) AND (n.top4 & m.top) | (n.low4 & m.low) <> 0 THEN n.low4 & m.same_low
            ELSE n.low4 & m.other_low END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 254, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 5) AND (n.top5 & m.top) | (n.low5 & m.low) <> 0 THEN n.low5 & m.same_low
            ELSE n.low5 & m.other_low END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 272, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 6) AND (n.top6 & m.top) | (n.low6 & m.low) <> 0 THEN n.low6 & m.same_low
            ELSE n.low6 & m.other_low END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 290, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 7) AND (n.top7 & m.top) | (n.low7 & m.low) <> 0 THEN n.low7 & m.same_low
            ELSE n.low7 & m.other_low END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 308, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 8) AND (n.top8 & m.top) | (n.low8 & m.low) <> 0 THEN n.low8 & m.same_low
            ELSE n.low8 & m.other_low END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 326, 18) AS BIGINT)
            WHEN (n.pick & 15) IN (0, 9) AND (n.top9 & m.top) | (n.low9 & m.low) <> 0 THEN n.low9 & m.same_low
            ELSE n.low9 & m.other_low END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 344, 18) AS BIGINT) ELSE n.open_top & m.other_top END,
        CASE WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 362, 18) AS BIGINT) ELSE n.open_low & m.other_low END,
        CASE
            WHEN n.pick < 32 THEN SUBSTR(n.stack, 380, 81)
            WHEN m.position = 0 THEN n.grid
            ELSE SUBSTR(n.grid, 1, m.position - 1) || CASE
                WHEN (n.pick & 15) IN (0, 1) AND (n.top1 & m.top) | (n.low1 & m.low) <> 0 THEN '1'
                WHEN (n.pick & 15) IN (0, 2) AND (n.top2 & m.top) | (n.low2 & m.low) <> 0 THEN '2'
                WHEN (n.pick & 15) IN (0, 3) AND (n.top3 & m.top) | (n.low3 & m.low) <> 0 THEN '3'
                WHEN (n.pick & 15) IN (0, 4) AND (n.top4 & m.top) | (n.low4 & m.low) <> 0 THEN '4'
                WHEN (n.pick & 15) IN (0, 5) AND (n.top5 & m.top) | (n.low5 & m.low) <> 0 THEN '5'
                WHEN (n.pick & 15) IN (0, 6) AND (n.top6 & m.top) | (n.low6 & m.low) <> 0 THEN '6'
                WHEN (n.pick & 15) IN (0, 7) AND (n.top7 & m.top) | (n.low7 & m.low) <> 0 THEN '7'
                WHEN (n.pick & 15) IN (0, 8) AND (n.top8 & m.top) | (n.low8 & m.low) <> 0 THEN '8'
                WHEN (n.pick & 15) IN (0, 9) AND (n.top9 & m.top) | (n.low9 & m.low) <> 0 THEN '9'
            END || SUBSTR(n.grid, m.position + 1)
        END,
        CASE
            WHEN n.pick < 32 THEN SUBSTR(n.stack, 461)
            WHEN (n.pick & 16) <> 0 THEN CAST(2305843009213693952 + n.pick - 16 AS TEXT)
                || n.top1 || n.top2 || n.top3 || n.top4 || n.top5 || n.top6 || n.top7 || n.top8 || n.top9
                || n.low1 || n.low2 || n.low3 || n.low4 || n.low5 || n.low6 || n.low7 || n.low8 || n.low9
                || n.open_top || n.open_low || n.grid || n.stack
            ELSE n.stack
        END,
        CASE
            WHEN n.pick < 32 THEN CAST(SUBSTR(n.stack, 1, 19) AS BIGINT)
            WHEN n.pick >= 32 THEN NULL
            WHEN n.top1 | n.top2 | n.top3 | n.top4 | n.top5 | n.top6 | n.top7 | n.top8 | n.top9
                <> 594475150812905471 THEN 0
            WHEN n.low1 | n.low2 | n.low3 | n.low4 | n.low5 | n.low6 | n.low7 | n.low8 | n.low9
                <> 576460752437641215 THEN 0
            WHEN n.open_top = 576460752303423488 AND n.open_low = 576460752303423488 THEN 1
            ELSE COALESCE(
                -- The open cells that fewer than two digits can take. x & -x is the first cell of a set.
                (
                    SELECT
                        CASE
                            WHEN s.top <> 0 THEN (s.top & -s.top) << 5
                            WHEN s.low <> 0 THEN (18014398509481984 + (s.low & -s.low)) << 5
                        END
                    FROM (
                        SELECT
                            n.open_top & ~(
                                (n.top1 & n.top2) | (n.top1 & n.top3) | (n.top2 & n.top3)
                                | (n.top4 & n.top5) | (n.top4 & n.top6) | (n.top5 & n.top6)
                                | (n.top7 & n.top8) | (n.top7 & n.top9) | (n.top8 & n.top9)
                                | ((n.top1 | n.top2 | n.top3) & (n.top4 | n.top5 | n.top6))
                                | ((n.top1 | n.top2 | n.top3) & (n.top7 | n.top8 | n.top9))
                                | ((n.top4 | n.top5 | n.top6) & (n.top7 | n.top8 | n.top9))
                            ) AS top,
                            n.open_low & ~(
                                (n.low1 & n.low2) | (n.low1 & n.low3) | (n.low2 & n.low3)
                                | (n.low4 & n.low5) | (n.low4 & n.low6) | (n.low5 & n.low6)
                                | (n.low7 & n.low8) | (n.low7 & n.low9) | (n.low8 & n.low9)
                                | ((n.low1 | n.low2 | n.low3) & (n.low4 | n.low5 | n.low6))
                                | ((n.low1 | n.low2 | n.low3) & (n.low7 | n.low8 | n.low9))
                                | ((n.low4 | n.low5 | n.low6) & (n.low7 | n.low8 | n.low9))
                            ) AS low
                    ) AS s
                ),
                -- A unit with no cell for a digit or with a single open one. x & (x - 1) is a set without its first cell.
                (
                    SELECT
                        CASE
                            WHEN (c.top & u.top) | (c.low & u.low) = 0 THEN 0
                            WHEN c.low & u.low = 0 THEN ((c.top & u.top) << 5) + c.digit
                            ELSE ((18014398509481984 + (c.low & u.low)) << 5) + c.digit
                        END
                    FROM (
                        SELECT 1 AS digit, n.top1 AS top, n.low1 AS low
                        UNION ALL
                        SELECT 2, n.top2, n.low2
                        UNION ALL
                        SELECT 3, n.top3, n.low3
                        UNION ALL
                        SELECT 4, n.top4, n.low4
                        UNION ALL
                        SELECT 5, n.top5, n.low5
                        UNION ALL
                        SELECT 6, n.top6, n.low6
                        UNION ALL
                        SELECT 7, n.top7, n.low7
                        UNION ALL
                        SELECT 8, n.top8, n.low8
                        UNION ALL
                        SELECT 9, n.top9, n.low9
                    ) AS c
                    CROSS JOIN unit AS u
                    WHERE (c.top & u.top) & ((c.top & u.top) - 1) = 0
                        AND (c.low & u.low) & ((c.low & u.low) - 1) = 0
                        AND (c.top & u.top = 0 OR c.low & u.low = 0)
                        AND (
                            (c.top & u.top) | (c.low & u.low) = 0
                            OR (c.top & u.top & n.open_top) | (c.low & u.low & n.open_low) <> 0
                        )
                    LIMIT 1
                ),
                -- The number of candidates of a cell is the sum of its bits divided by one of them.
                (
                    SELECT g.pick
                    FROM (
                        SELECT
                            (l.code << 5) + 16 + CASE
                                WHEN (n.top1 & l.top) | (n.low1 & l.low) <> 0 THEN 1
                                WHEN (n.top2 & l.top) | (n.low2 & l.low) <> 0 THEN 2
                                WHEN (n.top3 & l.top) | (n.low3 & l.low) <> 0 THEN 3
                                WHEN (n.top4 & l.top) | (n.low4 & l.low) <> 0 THEN 4
                                WHEN (n.top5 & l.top) | (n.low5 & l.low) <> 0 THEN 5
                                WHEN (n.top6 & l.top) | (n.low6 & l.low) <> 0 THEN 6
                                WHEN (n.top7 & l.top) | (n.low7 & l.low) <> 0 THEN 7
                                WHEN (n.top8 & l.top) | (n.low8 & l.low) <> 0 THEN 8
                                WHEN (n.top9 & l.top) | (n.low9 & l.low) <> 0 THEN 9
                            END AS pick,
                            (
                                (n.top1 & l.top) + (n.low1 & l.low)
                                + (n.top2 & l.top) + (n.low2 & l.low)
                                + (n.top3 & l.top) + (n.low3 & l.low)
                                + (n.top4 & l.top) + (n.low4 & l.low)
                                + (n.top5 & l.top) + (n.low5 & l.low)
                                + (n.top6 & l.top) + (n.low6 & l.low)
                                + (n.top7 & l.top) + (n.low7 & l.low)
                                + (n.top8 & l.top) + (n.low8 & l.low)
                                + (n.top9 & l.top) + (n.low9 & l.low)
                            ) / (l.top + l.low) AS choices
                        FROM location AS l
                        WHERE (n.open_top & l.top) | (n.open_low & l.low) <> 0
                    ) AS g
                    ORDER BY g.choices, g.pick
                    LIMIT 1
                )
            )
        END
    FROM node AS n
    INNER JOIN move AS m ON m.code = COALESCE(n.pick >> 5, 0)
    WHERE n.pick IS NULL OR n.pick >= 32 OR n.stack <> ''
)
SELECT grid AS solution
FROM node
WHERE pick = 1
LIMIT 2;
