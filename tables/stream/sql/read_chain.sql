-- read_chain
--
-- Everything stored of a stream's events, and what the feed says of them, for whoever checks it.
SELECT
    event.id, event.version, event.event_id, event.type, event.schema_version, event.data, event.payload,
    event.metadata, event.occurred_at, event.recorded_at, event.prev_hash, event.hash, sealed.leaf_hash
FROM event
LEFT JOIN sealed_event AS sealed ON sealed.casino_id = event.casino_id AND sealed.event = event.id
WHERE event.casino_id = %(casino_id)s AND event.stream_id = %(stream_id)s
ORDER BY event.version
