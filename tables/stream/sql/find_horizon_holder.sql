-- find_horizon_holder
--
-- The oldest transaction that still runs, anywhere on the server: nothing written after it began can be sealed
-- before it ends. Prepared transactions count, and have no process.
SELECT pid, who, state, query, extract(epoch FROM clock_timestamp() - since)::double precision AS age
FROM (
    SELECT
        pid, concat_ws(' ', usename, application_name) AS who, state, left(query, 200) AS query,
        xact_start AS since, backend_xid AS xid
    FROM pg_stat_activity
    WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()
    UNION ALL
    SELECT NULL, owner::text, 'prepared transaction', gid, prepared, transaction
    FROM pg_prepared_xacts
) AS running
ORDER BY age(xid) DESC
LIMIT 1
