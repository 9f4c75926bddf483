-- read_stream
--
-- A stream's events by version; as far as a version, or as the record stood at a time, whichever is given. A time
-- gives an unbroken beginning of the stream even where the clocks of two writers disagreed.
SELECT
    event.id, NULL::bigint, event.casino_id, event.stream_id, event.version, event.event_id, event.type,
    event.schema_version, event.data::text, event.metadata::text, event.occurred_at, event.recorded_at,
    event.prev_hash, event.hash
FROM event
WHERE casino_id = %(casino_id)s
  AND month = %(month)d
  AND stream_id = %(stream_id)s
  AND version > %(after_version)s
  AND (%(to_version)s::integer IS NULL OR version <= %(to_version)s)
  AND (%(at)s::timestamptz IS NULL OR version <= (
        SELECT max(version)
        FROM event
        WHERE casino_id = %(casino_id)s AND month = %(month)d AND stream_id = %(stream_id)s
          AND recorded_at <= %(at)s
      ))
ORDER BY version
