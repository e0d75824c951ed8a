-- The tables and views with their comments, without those of goose and of extensions.
SELECT c.relname AS name, CASE c.relkind WHEN 'v' THEN 'view' ELSE 'table' END AS kind,
    CASE c.relkind WHEN 'v' THEN PG_GET_VIEWDEF(c.oid) ELSE '' END AS sql, COALESCE(k.comment, '') AS comment
FROM pg_class AS c
LEFT JOIN column_comment AS k ON k.table_name = c.relname AND k.column_name = ''
WHERE c.relnamespace = CURRENT_SCHEMA()::regnamespace AND c.relkind IN ('r', 'p', 'v')
    AND NOT c.relispartition
    AND c.relname NOT LIKE 'goose%'
    AND c.oid NOT IN (SELECT d.objid FROM pg_depend AS d WHERE d.deptype = 'e')
ORDER BY c.relname
