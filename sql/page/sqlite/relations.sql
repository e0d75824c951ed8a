-- The tables and views with their comments, without those of goose and SQLite.
SELECT m.name, m.type AS kind, m.sql, COALESCE(k.comment, '') AS comment
FROM sqlite_master AS m
LEFT JOIN column_comment AS k ON k.table_name = m.name AND k.column_name = ''
WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'goose%'
ORDER BY m.name
