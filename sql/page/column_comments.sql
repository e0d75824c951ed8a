-- The comments of all tables, views and columns.
SELECT k.table_name, k.column_name, k.comment
FROM column_comment AS k
