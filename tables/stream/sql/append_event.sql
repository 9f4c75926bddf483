-- append_event
--
-- Append one event, as most appends do: find the event at the expected version, chain the hash onto it, insert. No row
-- comes back unless that one is the stream's last and nobody else takes the next place first: of two writers at one
-- version the later waits for the earlier, and takes no place if that one stays.
--
-- head     Asked for by its order as well as by its version: in a month that has only begun the server knows nothing of
--          the events yet, and would look for an equal version through an index that knows no streams.
-- gate     The append announces itself to rebuilds of this casino's inline projections: shared among all appends, held
--          to the end of the transaction. Only the swap of a rebuild takes this lock alone.
-- payload  What is hashed. It is not stored: it is spelt by the columns (tables/stream/hashing.py).
-- xid      The sealer takes events whose xid has fallen behind every running transaction. A transaction may have got
--          its id long before it appends here, and then be older than the one that wrote the event before its own;
--          taking the greater of the two keeps a stream's second event from being sealed while its first still waits.
INSERT INTO event (
    casino_id, month, xid, stream_id, version, event_id, type, schema_version,
    data, metadata, occurred_at, recorded_at, prev_hash, hash
)
SELECT
    %(casino_id)s, %(month)d, greatest(pg_current_xact_id(), head.xid), %(stream_id)s,
    %(expected_version)s::integer + 1, %(event_id)s, %(type)s, %(schema_version)s,
    %(data)s, %(metadata)s, %(occurred_at)s, %(recorded_at)s,
    coalesce(head.hash, %(genesis)s::bytea), sha256(coalesce(head.hash, %(genesis)s) || %(payload)s::bytea)
FROM (SELECT pg_advisory_xact_lock_shared(%(gate)s::integer, %(casino_id)s::integer)) AS gate
LEFT JOIN LATERAL (
    SELECT version, hash, xid
    FROM event
    WHERE casino_id = %(casino_id)s AND month = %(month)d AND stream_id = %(stream_id)s::text
      AND version BETWEEN %(expected_version)s AND %(expected_version)s
    ORDER BY version DESC
    LIMIT 1
) AS head ON true
WHERE coalesce(head.version, 0) = %(expected_version)s
ON CONFLICT (casino_id, stream_id, version, month) DO NOTHING
RETURNING id, prev_hash, hash
