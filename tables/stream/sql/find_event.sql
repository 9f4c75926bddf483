-- find_event
--
-- An event by its identity, as it is stored, with its place in the feed: null while it waits for its seal.
SELECT
    event.id, sealed.position, event.casino_id, event.stream_id, event.version, event.event_id, event.type,
    event.schema_version, event.data::text, event.metadata::text, event.occurred_at, event.recorded_at,
    event.prev_hash, event.hash
FROM event
LEFT JOIN sealed_event AS sealed
  ON sealed.casino_id = event.casino_id AND sealed.month = event.month AND sealed.event = event.id
WHERE event.casino_id = %(casino_id)s AND event.event_id = %(event_id)s
