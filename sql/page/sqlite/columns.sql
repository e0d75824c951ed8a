-- The columns of all tables and views with their comments. The condition selects one of them.
SELECT m.name AS relation, i.name, i.type, COALESCE(k.comment, '') AS comment
FROM sqlite_master AS m
CROSS JOIN PRAGMA_TABLE_INFO(m.name) AS i
LEFT JOIN column_comment AS k ON k.table_name = m.name AND k.column_name = i.name
WHERE m.type IN ('table', 'view') -- @condition
ORDER BY m.name, i.cid
