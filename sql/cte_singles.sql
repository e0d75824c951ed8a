-- Fills cells in one statement as long as there are singles. It does not guess. It needs no tables. Paste it into sqlite3
-- (3.40 or newer) or psql, with your puzzle in the line after VALUES, 81 characters with '.' or '0' for an open cell. A
-- text of 729 characters has the candidates, nine characters for each cell, with '.' for a candidate that is crossed out.
--
-- The result is the grid in nine rows. A cell is its digit or its remaining candidates. The status is
--   solved    every cell is filled, and this is the only solution,
--   stuck     there is no further single, and there may be one solution, several or none,
--   invalid   there is no solution, because a cell has no candidate or a unit has no place for a digit.
--
-- A node of the recursion has two sets of bits for each digit d, with the cells that have d or can still have it. topd is
-- for the 54 cells of rows 1 to 6 and lowd for the 27 cells of rows 7 to 9. Every second node makes a decision, and the
-- node after it carries the decision out. If pick is NULL the next node chooses, with the first rule that applies
--   1. a cell that has a single candidate (full house, naked single),
--   2. a cell that is the only place of a digit in a unit (hidden single).
-- The node after it fills that cell and crosses out the digit in the peers. Givens are filled like all other singles.
--
-- pick is 16 times the code of a cell plus the digit, where 0 means the only candidate. It is 0 at the end and -1 if
-- there is no solution. These numbers occur often.
--   18014398509481984 = 2^54       in a code, a cell of rows 7 to 9
--   18014398509481983 = 2^54 - 1   the set of all cells of rows 1 to 6
--   134217727 = 2^27 - 1           the set of all cells of rows 7 to 9

WITH RECURSIVE puzzle (givens) AS (
    VALUES
    ('8..4.693.3..15.2.........61.......8....61...2.....3..4..68.4.........1.7.39......')
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
-- Filling a cell keeps the cells of same_top and same_low for its digit. It keeps those of other_top and other_low for all
-- other digits and for the open cells. The last row fills nothing.
move (code, position, top, low, same_top, same_low, other_top, other_low) AS MATERIALIZED (
    SELECT l.code, l.position, l.top, l.low,
        ~CAST(SUM(CASE WHEN p.position <> l.position THEN p.top ELSE 0 END) AS BIGINT),
        ~CAST(SUM(CASE WHEN p.position <> l.position THEN p.low ELSE 0 END) AS BIGINT),
        ~l.top, ~l.low
    FROM location AS l
    INNER JOIN location AS p ON p.row_no = l.row_no OR p.column_no = l.column_no OR p.box_no = l.box_no
    GROUP BY l.code, l.position, l.top, l.low
    UNION ALL
    VALUES (0, 0, 0, 0, -1, -1, -1, -1)
),
node (
    top1, top2, top3, top4, top5, top6, top7, top8, top9,
    low1, low2, low3, low4, low5, low6, low7, low8, low9,
    open_top, open_low, grid, pick
) AS (
    SELECT
        CAST(SUM(CASE WHEN digit = 1 THEN top ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 2 THEN top ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 3 THEN top ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 4 THEN top ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 5 THEN top ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 6 THEN top ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 7 THEN top ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 8 THEN top ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 9 THEN top ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 1 THEN low ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 2 THEN low ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 3 THEN low ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 4 THEN low ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 5 THEN low ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 6 THEN low ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 7 THEN low ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 8 THEN low ELSE 0 END) AS BIGINT),
        CAST(SUM(CASE WHEN digit = 9 THEN low ELSE 0 END) AS BIGINT),
        18014398509481983, CAST(134217727 AS BIGINT),
        CAST('.................................................................................' AS TEXT),
        CAST(NULL AS BIGINT)
    FROM candidate
    HAVING COUNT(*) > 0
    UNION ALL
    SELECT
        CASE WHEN (n.pick & 15) IN (0, 1) AND (n.top1 & m.top) | (n.low1 & m.low) <> 0 THEN n.top1 & m.same_top
            ELSE n.top1 & m.other_top END,
        CASE WHEN (n.pick & 15) IN (0, 2) AND (n.top2 & m.top) | (n.low2 & m.low) <> 0 THEN n.top2 & m.same_top
            ELSE n.top2 & m.other_top END,
        CASE WHEN (n.pick & 15) IN (0, 3) AND (n.top3 & m.top) | (n.low3 & m.low) <> 0 THEN n.top3 & m.same_top
            ELSE n.top3 & m.other_top END,
        CASE WHEN (n.pick & 15) IN (0, 4) AND (n.top4 & m.top) | (n.low4 & m.low) <> 0 THEN n.top4 & m.same_top
            ELSE n.top4 & m.other_top END,
        CASE WHEN (n.pick & 15) IN (0, 5) AND (n.top5 & m.top) | (n.low5 & m.low) <> 0 THEN n.top5 & m.same_top
            ELSE n.top5 & m.other_top END,
        CASE WHEN (n.pick & 15) IN (0, 6) AND (n.top6 & m.top) | (n.low6 & m.low) <> 0 THEN n.top6 & m.same_top
            ELSE n.top6 & m.other_top END,
        CASE WHEN (n.pick & 15) IN (0, 7) AND (n.top7 & m.top) | (n.low7 & m.low) <> 0 THEN n.top7 & m.same_top
            ELSE n.top7 & m.other_top END,
        CASE WHEN (n.pick & 15) IN (0, 8) AND (n.top8 & m.top) | (n.low8 & m.low) <> 0 THEN n.top8 & m.same_top
            ELSE n.top8 & m.other_top END,
        CASE WHEN (n.pick & 15) IN (0, 9) AND (n.top9 & m.top) | (n.low9 & m.low) <> 0 THEN n.top9 & m.same_top
            ELSE n.top9 & m.other_top END,
        CASE WHEN (n.pick & 15) IN (0, 1) AND (n.top1 & m.top) | (n.low1 & m.low) <> 0 THEN n.low1 & m.same_low
            ELSE n.low1 & m.other_low END,
        CASE WHEN (n.pick & 15) IN (0, 2) AND (n.top2 & m.top) | (n.low2 & m.low) <> 0 THEN n.low2 & m.same_low
            ELSE n.low2 & m.other_low END,
        CASE WHEN (n.pick & 15) IN (0, 3) AND (n.top3 & m.top) | (n.low3 & m.low) <> 0 THEN n.low3 & m.same_low
            ELSE n.low3 & m.other_low END,
        CASE WHEN (n.pick & 15) IN (0, 4) AND (n.top4 & m.top) | (n.low4 & m.low) <> 0 THEN n.low4 & m.same_low
            ELSE n.low4 & m.other_low END,
        CASE WHEN (n.pick & 15) IN (0, 5) AND (n.top5 & m.top) | (n.low5 & m.low) <> 0 THEN n.low5 & m.same_low
            ELSE n.low5 & m.other_low END,
        CASE WHEN (n.pick & 15) IN (0, 6) AND (n.top6 & m.top) | (n.low6 & m.low) <> 0 THEN n.low6 & m.same_low
            ELSE n.low6 & m.other_low END,
        CASE WHEN (n.pick & 15) IN (0, 7) AND (n.top7 & m.top) | (n.low7 & m.low) <> 0 THEN n.low7 & m.same_low
            ELSE n.low7 & m.other_low END,
        CASE WHEN (n.pick & 15) IN (0, 8) AND (n.top8 & m.top) | (n.low8 & m.low) <> 0 THEN n.low8 & m.same_low
            ELSE n.low8 & m.other_low END,
        CASE WHEN (n.pick & 15) IN (0, 9) AND (n.top9 & m.top) | (n.low9 & m.low) <> 0 THEN n.low9 & m.same_low
            ELSE n.low9 & m.other_low END,
        n.open_top & m.other_top,
        n.open_low & m.other_low,
        CASE WHEN m.position = 0 THEN n.grid
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
            WHEN n.pick > 0 THEN NULL
            WHEN n.top1 | n.top2 | n.top3 | n.top4 | n.top5 | n.top6 | n.top7 | n.top8 | n.top9
                <> 18014398509481983 THEN -1
            WHEN n.low1 | n.low2 | n.low3 | n.low4 | n.low5 | n.low6 | n.low7 | n.low8 | n.low9
                <> 134217727 THEN -1
            ELSE COALESCE(
                -- The open cells that fewer than two digits can take. x & -x is the first cell of a set.
                (
                    SELECT
                        CASE
                            WHEN s.top <> 0 THEN (s.top & -s.top) << 4
                            WHEN s.low <> 0 THEN (18014398509481984 + (s.low & -s.low)) << 4
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
                -- Units with no place for a digit or with a single open one. x & (x - 1) is a set without its first cell.
                (
                    SELECT
                        MIN(CASE
                            WHEN (c.top & u.top) | (c.low & u.low) = 0 THEN -1
                            WHEN c.low & u.low = 0 THEN ((c.top & u.top) << 4) + c.digit
                            ELSE ((18014398509481984 + (c.low & u.low)) << 4) + c.digit
                        END)
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
                ),
                0
            )
        END
    FROM node AS n
    INNER JOIN move AS m ON m.code = COALESCE(n.pick >> 4, 0)
    WHERE n.pick IS NULL OR n.pick > 0
)
SELECT x.row_no + 1 AS row_no,
    MAX(CASE x.column_no WHEN 0 THEN x.marks END) AS c1,
    MAX(CASE x.column_no WHEN 1 THEN x.marks END) AS c2,
    MAX(CASE x.column_no WHEN 2 THEN x.marks END) AS c3,
    MAX(CASE x.column_no WHEN 3 THEN x.marks END) AS c4,
    MAX(CASE x.column_no WHEN 4 THEN x.marks END) AS c5,
    MAX(CASE x.column_no WHEN 5 THEN x.marks END) AS c6,
    MAX(CASE x.column_no WHEN 6 THEN x.marks END) AS c7,
    MAX(CASE x.column_no WHEN 7 THEN x.marks END) AS c8,
    MAX(CASE x.column_no WHEN 8 THEN x.marks END) AS c9,
    x.status
FROM (
    SELECT l.row_no, l.column_no,
        CASE SUBSTR(n.grid, l.position, 1) WHEN '.' THEN
            CASE WHEN (n.top1 & l.top) | (n.low1 & l.low) <> 0 THEN '1' ELSE '' END
            || CASE WHEN (n.top2 & l.top) | (n.low2 & l.low) <> 0 THEN '2' ELSE '' END
            || CASE WHEN (n.top3 & l.top) | (n.low3 & l.low) <> 0 THEN '3' ELSE '' END
            || CASE WHEN (n.top4 & l.top) | (n.low4 & l.low) <> 0 THEN '4' ELSE '' END
            || CASE WHEN (n.top5 & l.top) | (n.low5 & l.low) <> 0 THEN '5' ELSE '' END
            || CASE WHEN (n.top6 & l.top) | (n.low6 & l.low) <> 0 THEN '6' ELSE '' END
            || CASE WHEN (n.top7 & l.top) | (n.low7 & l.low) <> 0 THEN '7' ELSE '' END
            || CASE WHEN (n.top8 & l.top) | (n.low8 & l.low) <> 0 THEN '8' ELSE '' END
            || CASE WHEN (n.top9 & l.top) | (n.low9 & l.low) <> 0 THEN '9' ELSE '' END
            ELSE SUBSTR(n.grid, l.position, 1)
        END AS marks,
        CASE WHEN n.pick < 0 THEN 'invalid' WHEN n.open_top | n.open_low = 0 THEN 'solved' ELSE 'stuck' END AS status
    FROM node AS n
    CROSS JOIN location AS l
    WHERE n.pick <= 0
) AS x
GROUP BY x.row_no, x.status
ORDER BY x.row_no;
