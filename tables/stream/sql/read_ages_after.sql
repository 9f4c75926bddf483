-- read_ages_after
--
-- For each of these places in a casino's feed: the seconds since the first event behind it was recorded. A place at the
-- end of the feed has none.
SELECT
    place.casino_id,
    place.position,
    greatest(extract(epoch FROM clock_timestamp() - next.recorded_at), 0)::double precision
FROM (
    SELECT DISTINCT casino_id, position
    FROM unnest(%(casino_ids)s::integer[], %(positions)s::bigint[]) AS given (casino_id, position)
) AS place
CROSS JOIN LATERAL (
    SELECT event.recorded_at
    FROM sealed_event AS sealed
    JOIN event
      ON event.casino_id = sealed.casino_id AND event.month = sealed.month AND event.id = sealed.event
    WHERE sealed.casino_id = place.casino_id AND sealed.position > place.position
    ORDER BY sealed.position
    LIMIT 1
) AS next
