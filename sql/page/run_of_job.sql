-- The run of a job that an earlier server started.
SELECT r.run_id, r.started_at, COALESCE(r.finished_at, r.started_at) AS finished_at, r.options
FROM run AS r
WHERE r.options LIKE ?
ORDER BY r.run_id
LIMIT 1
