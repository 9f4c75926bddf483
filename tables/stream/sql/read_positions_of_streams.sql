-- read_positions_of_streams
--
-- Several streams together: how many events they have, the places of the first and the last of them in the feed, and
-- whether all of them have one. A stream's events have their places in its order, so its ends say it.
SELECT sum(ends.version), min(first_sealed.position), max(last_sealed.position),
    coalesce(bool_and(last_sealed.position IS NOT NULL), true)
FROM (
    SELECT stream_id, record_month(stream_id) AS month FROM unnest(%(stream_ids)s::text[]) AS named (stream_id) OFFSET 0
) AS wanted
JOIN LATERAL (
    SELECT id, version FROM event
    WHERE casino_id = %(casino_id)s AND month = wanted.month AND stream_id = wanted.stream_id
    ORDER BY version DESC LIMIT 1
) AS ends ON true
JOIN event AS begun
  ON begun.casino_id = %(casino_id)s AND begun.month = wanted.month AND begun.stream_id = wanted.stream_id
 AND begun.version = 1
LEFT JOIN sealed_event AS first_sealed
  ON first_sealed.casino_id = %(casino_id)s AND first_sealed.month = wanted.month AND first_sealed.event = begun.id
LEFT JOIN sealed_event AS last_sealed
  ON last_sealed.casino_id = %(casino_id)s AND last_sealed.month = wanted.month AND last_sealed.event = ends.id
