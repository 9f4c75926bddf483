-- read_positions_of_streams
--
-- Several streams together: how many events they have, the places of the first and the last of them in the feed, and
-- whether all of them have one. A stream's events have their places in its order, so its ends say it.
SELECT sum(ends.version), min(first_sealed.position), max(last_sealed.position),
    coalesce(bool_and(last_sealed.position IS NOT NULL), true)
FROM unnest(%(stream_ids)s::text[]) AS wanted (stream_id)
JOIN LATERAL (
    SELECT id, version FROM event
    WHERE casino_id = %(casino_id)s AND stream_id = wanted.stream_id ORDER BY version DESC LIMIT 1
) AS ends ON true
JOIN event AS begun ON begun.casino_id = %(casino_id)s AND begun.stream_id = wanted.stream_id AND begun.version = 1
LEFT JOIN sealed_event AS first_sealed ON first_sealed.casino_id = %(casino_id)s AND first_sealed.event = begun.id
LEFT JOIN sealed_event AS last_sealed ON last_sealed.casino_id = %(casino_id)s AND last_sealed.event = ends.id
