-- find_event
--
-- An event by its identity, as it is stored, with its place in the feed: null while it waits for its seal.
SELECT
    event.event_id, event.stream_id, event.version, event.type, event.payload, event.prev_hash, event.hash,
    sealed.position
FROM event
LEFT JOIN sealed_event AS sealed ON sealed.casino_id = event.casino_id AND sealed.event = event.id
WHERE event.casino_id = %(casino_id)s AND event.event_id = %(event_id)s
