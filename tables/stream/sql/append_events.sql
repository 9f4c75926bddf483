-- append_events
--
-- All events of one append, in one statement. The unique keys decide between two writers at one version.
--
-- xid: the sealer takes events whose xid has fallen behind every running transaction. A transaction may have got
-- its id long before it appends here, and then be older than the one that wrote the event before its own; taking the
-- greater of the two keeps a stream's second event from being sealed while its first still waits.
INSERT INTO event (
    casino_id, xid, stream_id, version, event_id, type, schema_version,
    data, payload, metadata, occurred_at, recorded_at, prev_hash, hash
)
SELECT
    %(casino_id)s, greatest(pg_current_xact_id(), %(head_xid)s::text::xid8), %(stream_id)s, version, event_id, type,
    schema_version, data::jsonb, payload, metadata::jsonb, occurred_at, %(recorded_at)s, prev_hash, hash
FROM unnest(
    %(versions)s::integer[], %(event_ids)s::uuid[], %(types)s::text[], %(schema_versions)s::integer[],
    %(data)s::text[], %(payloads)s::bytea[], %(metadata)s::text[], %(occurred_at)s::timestamptz[],
    %(prev_hashes)s::bytea[], %(hashes)s::bytea[]
) AS new (version, event_id, type, schema_version, data, payload, metadata, occurred_at, prev_hash, hash)
ORDER BY version
RETURNING id
