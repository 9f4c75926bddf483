-- read_stream_head
--
-- The last event of a stream: its version, its hash for the chain, and the transaction it waits for. One row always;
-- of nulls if the stream is empty.
--
-- Beside it the append announces itself to rebuilds of this casino's inline projections: shared among all
-- appends, held to the end of the transaction; only the swap of a rebuild takes this lock alone.
SELECT head.version, head.hash, head.xid::text
FROM (SELECT pg_advisory_xact_lock_shared(%(gate)s::integer, %(casino_id)s::integer)) AS gate
LEFT JOIN LATERAL (
    SELECT version, hash, xid
    FROM event
    WHERE casino_id = %(casino_id)s AND stream_id = %(stream_id)s
    ORDER BY version DESC
    LIMIT 1
) AS head ON true
