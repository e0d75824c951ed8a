-- The definitions in a schema of a server, by kind and name. Partitions are left out, because they have the definitions of their
-- tables. The search path of a function is that of the session that created it.
WITH relation AS (
    SELECT c.oid, c.relname, c.relkind
    FROM pg_class AS c
    INNER JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = CURRENT_SCHEMA() AND NOT c.relispartition AND c.relname <> 'setdoku_version'
)
SELECT 'view' AS kind, r.relname AS name, REPLACE(PG_GET_VIEWDEF(r.oid, TRUE), QUOTE_IDENT(CURRENT_SCHEMA()) || '.', '') AS definition
FROM relation AS r
WHERE r.relkind = 'v'
UNION ALL
SELECT 'table', r.relname,
    STRING_AGG(
        a.attname || ' ' || FORMAT_TYPE(a.atttypid, a.atttypmod) || ' ' || CAST(a.attnotnull AS TEXT)
            || ' ' || COALESCE(PG_GET_EXPR(d.adbin, d.adrelid), ''),
        ', ' ORDER BY a.attname)
FROM relation AS r
INNER JOIN pg_attribute AS a ON a.attrelid = r.oid
LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE r.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
GROUP BY r.relname
UNION ALL
SELECT 'constraint', k.conname || ' of ' || r.relname, PG_GET_CONSTRAINTDEF(k.oid, TRUE)
FROM relation AS r
INNER JOIN pg_constraint AS k ON k.conrelid = r.oid
UNION ALL
SELECT 'index', i.relname, PG_GET_INDEXDEF(x.indexrelid, 0, TRUE) || CASE WHEN x.indisvalid THEN '' ELSE ' invalid' END
FROM relation AS r
INNER JOIN pg_index AS x ON x.indrelid = r.oid
INNER JOIN pg_class AS i ON i.oid = x.indexrelid
UNION ALL
SELECT 'trigger', t.tgname || ' of ' || r.relname,
    PG_GET_TRIGGERDEF(t.oid, TRUE) || CASE WHEN EXISTS (
        SELECT 1
        FROM pg_trigger AS o
        WHERE (o.oid = t.oid OR o.tgparentid = t.oid) AND o.tgenabled NOT IN ('O', 'A')
    ) THEN ' disabled' ELSE '' END
FROM relation AS r
INNER JOIN pg_trigger AS t ON t.tgrelid = r.oid
WHERE NOT t.tgisinternal
UNION ALL
SELECT 'function', p.proname || '(' || PG_GET_FUNCTION_IDENTITY_ARGUMENTS(p.oid) || ')',
    PG_GET_FUNCTION_RESULT(p.oid) || ' ' || CAST(p.provolatile AS TEXT) || ' ' || p.prosrc
FROM pg_proc AS p
INNER JOIN pg_namespace AS n ON n.oid = p.pronamespace
WHERE n.nspname = CURRENT_SCHEMA() AND p.prokind IN ('f', 'p');
