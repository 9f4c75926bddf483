-- Store lines of readers as a gateway reports them, by the database's clock. A gateway that lost its lease and does not
-- know it yet changes nothing.
INSERT INTO reader_status (
    casino_id, reader, gateway, lease, connection, connection_since, peer, reason, retry_at, hearing, hearing_since,
    last_bytes_at, last_valid_at, last_raw, per_minute, bytes_read, messages, errors, since, updated_at
)
SELECT
    casino_id, reader, gateway, lease, connection, connection_since, peer, reason, retry_at, hearing, hearing_since,
    last_bytes_at, last_valid_at, last_raw, per_minute, bytes_read, messages, errors, since, now()
FROM json_to_recordset(%s::json) AS reported (
    casino_id integer, reader text, gateway text, lease bigint, connection text, connection_since timestamptz,
    peer text, reason text, retry_at timestamptz, hearing text, hearing_since timestamptz, last_bytes_at timestamptz,
    last_valid_at timestamptz, last_raw text, per_minute integer, bytes_read bigint, messages bigint, errors jsonb,
    since timestamptz
)
ORDER BY casino_id, reader
ON CONFLICT (casino_id, reader) DO UPDATE SET
    gateway = excluded.gateway, lease = excluded.lease, connection = excluded.connection,
    connection_since = excluded.connection_since, peer = excluded.peer, reason = excluded.reason,
    retry_at = excluded.retry_at, hearing = excluded.hearing, hearing_since = excluded.hearing_since,
    last_bytes_at = excluded.last_bytes_at, last_valid_at = excluded.last_valid_at, last_raw = excluded.last_raw,
    per_minute = excluded.per_minute, bytes_read = excluded.bytes_read, messages = excluded.messages,
    errors = excluded.errors, since = excluded.since, updated_at = excluded.updated_at
WHERE reader_status.lease <= excluded.lease
