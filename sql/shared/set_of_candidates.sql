-- An expression of the view grid_cell: the set of the candidates of the cell l in the puzzle z, which has the stored candidates k if
-- somebody has played or solved it.
CASE
    WHEN z.status NOT IN ('new', 'stuck') THEN 0
    WHEN k.marks IS NOT NULL THEN CAST(SUBSTR(k.marks, l.row_no * 27 - 29 + l.column_no * 3, 3) AS INTEGER)
    WHEN z.state <> '' OR SUBSTR(z.givens, l.row_no * 9 - 9 + l.column_no, 1) <> '.' THEN 0
    ELSE (
        SELECT CASE REPLACE(v.seen, '1', '') WHEN v.seen THEN 1 ELSE 0 END
            + CASE REPLACE(v.seen, '2', '') WHEN v.seen THEN 2 ELSE 0 END
            + CASE REPLACE(v.seen, '3', '') WHEN v.seen THEN 4 ELSE 0 END
            + CASE REPLACE(v.seen, '4', '') WHEN v.seen THEN 8 ELSE 0 END
            + CASE REPLACE(v.seen, '5', '') WHEN v.seen THEN 16 ELSE 0 END
            + CASE REPLACE(v.seen, '6', '') WHEN v.seen THEN 32 ELSE 0 END
            + CASE REPLACE(v.seen, '7', '') WHEN v.seen THEN 64 ELSE 0 END
            + CASE REPLACE(v.seen, '8', '') WHEN v.seen THEN 128 ELSE 0 END
            + CASE REPLACE(v.seen, '9', '') WHEN v.seen THEN 256 ELSE 0 END
        FROM (
            SELECT SUBSTR(z.givens, l.row_no * 9 - 8, 9)
                || SUBSTR(z.givens, l.column_no, 1)
                || SUBSTR(z.givens, l.column_no + 9, 1)
                || SUBSTR(z.givens, l.column_no + 18, 1)
                || SUBSTR(z.givens, l.column_no + 27, 1)
                || SUBSTR(z.givens, l.column_no + 36, 1)
                || SUBSTR(z.givens, l.column_no + 45, 1)
                || SUBSTR(z.givens, l.column_no + 54, 1)
                || SUBSTR(z.givens, l.column_no + 63, 1)
                || SUBSTR(z.givens, l.column_no + 72, 1)
                || SUBSTR(z.givens, (l.box_no - 1) / 3 * 27 + (l.box_no - 1) % 3 * 3 + 1, 3)
                || SUBSTR(z.givens, (l.box_no - 1) / 3 * 27 + (l.box_no - 1) % 3 * 3 + 10, 3)
                || SUBSTR(z.givens, (l.box_no - 1) / 3 * 27 + (l.box_no - 1) % 3 * 3 + 19, 3) AS seen
            LIMIT 1 -- so that PostgreSQL puts the text together once, not for each digit
        ) AS v
    )
END
