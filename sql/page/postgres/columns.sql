-- The columns of all tables and views with their comments, without those of extensions.
SELECT c.relname AS relation, a.attname AS name, FORMAT_TYPE(a.atttypid, a.atttypmod) AS type, COALESCE(k.comment, '') AS comment
FROM pg_class AS c
INNER JOIN pg_attribute AS a ON a.attrelid = c.oid
LEFT JOIN column_comment AS k ON k.table_name = c.relname AND k.column_name = a.attname
WHERE c.relnamespace = CURRENT_SCHEMA()::regnamespace AND c.relkind IN ('r', 'p', 'v')
    AND NOT c.relispartition
    AND a.attnum > 0 AND NOT a.attisdropped
    AND c.oid NOT IN (SELECT d.objid FROM pg_depend AS d WHERE d.deptype = 'e')
ORDER BY c.relname, a.attnum
