-- read_feed_to_check
--
-- A stretch of the feed with what is stored of its events, for whoever checks it. Where the event is gone its columns
-- are null. The range of positions is walked along its key, and each event looked up by its own.
SELECT
    event.id, sealed.position, event.casino_id, event.stream_id, event.version, event.event_id, event.type,
    event.schema_version, event.data::text, event.metadata::text, event.occurred_at, event.recorded_at,
    event.prev_hash, event.hash, sealed.event, sealed.type, sealed.month
FROM sealed_event AS sealed
LEFT JOIN event
  ON event.month = sealed.month AND event.id = sealed.event
WHERE sealed.casino_id = %(casino_id)s AND sealed.position > %(after)s AND sealed.position <= %(to)s
ORDER BY sealed.position
