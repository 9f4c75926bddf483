-- find_positions
--
-- Where the events of some streams stand in the feed: the first and the last position, and how many wait for one.
SELECT min(sealed.position), max(sealed.position), count(*) FILTER (WHERE sealed.position IS NULL)
FROM event
LEFT JOIN sealed_event AS sealed ON sealed.casino_id = event.casino_id AND sealed.event = event.id
WHERE event.casino_id = %(casino_id)s AND event.stream_id = ANY (%(stream_ids)s)
