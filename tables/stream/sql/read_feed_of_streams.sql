-- read_feed_of_streams
--
-- As read_feed, of the streams whose names begin so.
SELECT event.id, sealed.position, event.payload, event.prev_hash, event.hash
FROM sealed_event AS sealed
JOIN event ON event.casino_id = sealed.casino_id AND event.id = sealed.event
WHERE sealed.casino_id = %(casino_id)s
  AND sealed.position > %(after)s
  AND starts_with(event.stream_id, %(stream_prefix)s::text)
ORDER BY sealed.position
LIMIT %(limit)s
