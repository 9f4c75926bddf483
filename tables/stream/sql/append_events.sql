-- append_events
--
-- Append events to one stream by the owner's function (migrations/0007_guarded_appends.sql), which alone may insert
-- events. No row if the stream is not at the expected version.
SELECT id, prev_hash, hash, recorded_at
FROM append_events(
    %(casino_id)s, %(stream_id)s, %(expected_version)s, %(event_id)s, %(type)s, %(schema_version)s, %(data)s,
    %(metadata)s, %(occurred_at)s, %(recorded_at)s
)
