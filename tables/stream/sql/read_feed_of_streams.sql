-- read_feed_of_streams
--
-- As read_feed_of_types, of all types, of the streams whose names begin so.
SELECT
    event.id, page.position, event.casino_id, event.stream_id, event.version, event.event_id, event.type,
    event.schema_version, event.data::text, event.metadata::text, event.occurred_at, event.recorded_at,
    event.prev_hash, event.hash
FROM (
    SELECT position, event, month
    FROM sealed_event
    WHERE casino_id = %(casino_id)s AND position > %(after)s AND position <= %(to)s
    OFFSET 0
) AS page
CROSS JOIN LATERAL (
    SELECT *
    FROM event
    WHERE month = page.month
      AND id = page.event
      AND starts_with(stream_id, %(stream_prefix)s::text)
    OFFSET 0
) AS event
ORDER BY page.position
LIMIT %(limit)s
