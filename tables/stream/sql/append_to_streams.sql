-- append_to_streams
--
-- What append_events does, for several streams of one casino: each stream's events are chained onto its own head.
--
-- given  An event a row: its stream, the version at which the stream is expected, its place behind it (from 1).
-- link   A stream whose head is not at the expected version has no first link, and so none.
-- A row that comes back is an event that took its place; where one is missing, somebody else was first at its stream,
-- and the caller rolls all of it back.
WITH RECURSIVE gate AS (
    SELECT pg_advisory_xact_lock_shared(%(gate)s::integer, %(casino_id)s::integer)
), given AS MATERIALIZED (
    SELECT handed.*, record_month(stream_id) AS month
    FROM gate
    CROSS JOIN unnest(
        %(stream_ids)s::text[], %(expected)s::integer[], %(places)s::integer[], %(event_id)s::uuid[],
        %(type)s::text[], %(schema_version)s::integer[], %(data)s::text[], %(metadata)s::text[],
        %(occurred_at)s::timestamptz[], %(payloads)s::bytea[]
    ) AS handed (
        stream_id, expected, place, event_id, type, schema_version, data, metadata, occurred_at, payload
    )
), link AS (
    SELECT
        given.*, given.expected + given.place AS version, coalesce(head.hash, %(genesis)s::bytea) AS prev_hash,
        sha256(coalesce(head.hash, %(genesis)s) || given.payload) AS hash, head.xid
    FROM given
    LEFT JOIN LATERAL (
        SELECT version, hash, xid
        FROM event
        WHERE casino_id = %(casino_id)s AND month = given.month AND stream_id = given.stream_id
          AND version BETWEEN given.expected AND given.expected
        ORDER BY version DESC
        LIMIT 1
    ) AS head ON true
    WHERE given.place = 1 AND coalesce(head.version, 0) = given.expected
    UNION ALL
    SELECT given.*, link.version + 1, link.hash, sha256(link.hash || given.payload), link.xid
    FROM link
    JOIN given ON given.stream_id = link.stream_id AND given.place = link.place + 1
)
INSERT INTO event (
    casino_id, month, xid, stream_id, version, event_id, type, schema_version,
    data, metadata, occurred_at, recorded_at, prev_hash, hash
)
SELECT
    %(casino_id)s, month, greatest(pg_current_xact_id(), xid), stream_id, version, event_id, type, schema_version,
    data::json, metadata::json, occurred_at, %(recorded_at)s::timestamptz, prev_hash, hash
FROM link
ORDER BY stream_id, version
ON CONFLICT (casino_id, stream_id, version, month) DO NOTHING
RETURNING stream_id, version, id, prev_hash, hash
