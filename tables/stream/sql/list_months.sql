-- list_months
--
-- The parts of the record by month, with what they take on disk; how many events they hold as the planner counts them,
-- or exactly where it has not counted yet.
SELECT
    CASE part WHEN 'lasting' THEN 0 WHEN 'rest' THEN NULL ELSE part::integer END AS month,
    CASE WHEN reltuples < 0 THEN 0 ELSE reltuples END::bigint AS events,
    (pg_total_relation_size(oid) + coalesce(pg_total_relation_size(to_regclass('record.sealed_event_' || part)), 0)),
    EXISTS (SELECT FROM pg_constraint WHERE conrelid = found.oid AND conname = 'archived') AS archived
FROM (
    SELECT oid, reltuples, replace(relname, 'event_', '') AS part
    FROM pg_class
    WHERE relnamespace = 'record'::regnamespace AND relkind = 'r' AND relname ~ '^event_(rest|lasting|[0-9]{6})$'
) AS found
ORDER BY month NULLS LAST
