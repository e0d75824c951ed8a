-- @title Which tables answer most questions?
-- @idea A database has some 160 tables and views, because each intermediate result of a technique has a name. These ten
--   answer most questions. The table column_comment describes all of them and their columns.

WITH first_table (place, table_name) AS (
    VALUES (1, 'puzzle'), (2, 'puzzle_rating'), (3, 'board'), (4, 'cell'), (5, 'candidate_grid'), (6, 'step'),
        (7, 'history'), (8, 'evidence'), (9, 'puzzle_technique'), (10, 'technique')
)
SELECT f.table_name, k.comment AS a_row_is
FROM first_table AS f
INNER JOIN column_comment AS k ON k.table_name = f.table_name AND k.column_name = ''
ORDER BY f.place;
