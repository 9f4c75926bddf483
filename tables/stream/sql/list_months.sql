-- list_months
--
-- The parts of the record by month, with what they take on disk; how many events they hold as the planner counted them
-- last. It asks for no right in the schema of the months.
SELECT
    CASE part WHEN 'lasting' THEN 0 WHEN 'rest' THEN NULL ELSE part::integer END AS month,
    sum(greatest(reltuples, 0)) FILTER (WHERE kind = 'event')::bigint AS events,
    sum(pg_total_relation_size(oid))::bigint AS bytes,
    bool_or(EXISTS (SELECT FROM pg_constraint WHERE conrelid = found.oid AND conname = 'archived')) AS archived
FROM (
    SELECT oid, reltuples, substring(relname FROM '^(.*)_[^_]+$') AS kind, substring(relname FROM '[^_]+$') AS part
    FROM pg_class
    WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'record')
      AND relkind = 'r' AND relname ~ '^(sealed_)?event_(rest|lasting|[0-9]{6})$'
) AS found
GROUP BY part
ORDER BY month NULLS LAST
