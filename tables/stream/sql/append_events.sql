-- append_events
--
-- What append_event does, for several events: they take their places together or not at all.
--
-- link   hash = sha256(prev_hash || payload), from event to event.
-- first  Two writers at one version meet here. The later waits for the earlier, and takes no place if that one stays;
--        then `others` are not inserted either. Whoever has the first place has no rival for those after it.
WITH RECURSIVE gate AS (
    SELECT pg_advisory_xact_lock_shared(%(gate)s::integer, %(casino_id)s::integer)
), head AS (
    SELECT coalesce(last.version, 0) AS version, coalesce(last.hash, %(genesis)s::bytea) AS hash, last.xid
    FROM gate
    LEFT JOIN LATERAL (
        SELECT version, hash, xid
        FROM event
        WHERE casino_id = %(casino_id)s AND month = %(month)d AND stream_id = %(stream_id)s::text
          AND version BETWEEN %(expected_version)s AND %(expected_version)s
        ORDER BY version DESC
        LIMIT 1
    ) AS last ON true
), link AS (
    SELECT
        1 AS n, version + 1 AS version, hash AS prev_hash, sha256(hash || (%(payloads)s::bytea[])[1]) AS hash, xid
    FROM head
    WHERE version = %(expected_version)s::integer
    UNION ALL
    SELECT n + 1, version + 1, hash, sha256(hash || (%(payloads)s)[n + 1]), xid
    FROM link
    WHERE n < cardinality(%(payloads)s)
), new AS MATERIALIZED (
    SELECT
        n, %(month)d AS month, greatest(pg_current_xact_id(), xid) AS xid, version,
        (%(event_id)s::uuid[])[n] AS event_id, (%(type)s::text[])[n] AS type,
        (%(schema_version)s::integer[])[n] AS schema_version, (%(data)s::text[])[n]::json AS data,
        (%(metadata)s::text[])[n]::json AS metadata, (%(occurred_at)s::timestamptz[])[n] AS occurred_at, prev_hash, hash
    FROM link
), first AS (
    INSERT INTO event (
        casino_id, month, xid, stream_id, version, event_id, type, schema_version,
        data, metadata, occurred_at, recorded_at, prev_hash, hash
    )
    SELECT
        %(casino_id)s, month, xid, %(stream_id)s, version, event_id, type, schema_version,
        data, metadata, occurred_at, %(recorded_at)s::timestamptz, prev_hash, hash
    FROM new
    WHERE n = 1
    ON CONFLICT (casino_id, stream_id, version, month) DO NOTHING
    RETURNING id, version, prev_hash, hash
), others AS (
    INSERT INTO event (
        casino_id, month, xid, stream_id, version, event_id, type, schema_version,
        data, metadata, occurred_at, recorded_at, prev_hash, hash
    )
    SELECT
        %(casino_id)s, month, xid, %(stream_id)s, version, event_id, type, schema_version,
        data, metadata, occurred_at, %(recorded_at)s::timestamptz, prev_hash, hash
    FROM new
    WHERE n > 1 AND EXISTS (SELECT FROM first)
    ORDER BY n
    RETURNING id, version, prev_hash, hash
)
SELECT id, prev_hash, hash
FROM (SELECT * FROM first UNION ALL SELECT * FROM others) AS appended
ORDER BY version
