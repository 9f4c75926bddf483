-- read_chain
--
-- Everything stored of a stream's events, and what the tree says of them, for whoever checks it: the leaf that a full
-- tile holds at the event's place.
SELECT
    event.id, NULL::bigint, event.casino_id, event.stream_id, event.version, event.event_id, event.type,
    event.schema_version, event.data::text, event.metadata::text, event.occurred_at, event.recorded_at,
    event.prev_hash, event.hash,
    substring(tile.hashes FROM 32 * ((sealed.position - 1) % 256)::integer + 1 FOR 32)
FROM event
LEFT JOIN sealed_event AS sealed
  ON sealed.casino_id = event.casino_id AND sealed.month = event.month AND sealed.event = event.id
LEFT JOIN merkle_tile AS tile
  ON tile.casino_id = event.casino_id AND tile.level = 0 AND tile.number = (sealed.position - 1) / 256
WHERE event.casino_id = %(casino_id)s
  AND event.month = %(month)d
  AND event.stream_id = %(stream_id)s
ORDER BY event.version
