-- find_positions
--
-- Where the events of some streams stand in the feed: the first and the last position, and how many wait for one.
SELECT min(sealed.position), max(sealed.position), count(*) FILTER (WHERE sealed.position IS NULL)
FROM unnest(%(stream_ids)s::text[]) AS wanted (stream_id)
CROSS JOIN LATERAL (
    SELECT casino_id, month, id
    FROM event
    WHERE casino_id = %(casino_id)s AND month = record_month(wanted.stream_id) AND stream_id = wanted.stream_id
    OFFSET 0
) AS event
LEFT JOIN sealed_event AS sealed
  ON sealed.casino_id = event.casino_id AND sealed.month = event.month AND sealed.event = event.id
