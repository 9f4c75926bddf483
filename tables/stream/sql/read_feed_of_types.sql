-- read_feed_of_types
--
-- As read_feed, of some types only, by the index on types; of streams whose names begin so, if that is given.
SELECT event.id, sealed.position, event.payload, event.prev_hash, event.hash
FROM sealed_event AS sealed
JOIN event ON event.casino_id = sealed.casino_id AND event.id = sealed.event
WHERE sealed.casino_id = %(casino_id)s
  AND sealed.type = ANY (%(types)s::text[])
  AND sealed.position > %(after)s
  AND (%(stream_prefix)s::text IS NULL OR starts_with(event.stream_id, %(stream_prefix)s))
ORDER BY sealed.position
LIMIT %(limit)s
