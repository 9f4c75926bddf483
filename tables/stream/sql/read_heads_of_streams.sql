-- read_heads_of_streams
--
-- How far each of several streams has come, the hash there and when that came in; streams without an event are left out.
SELECT wanted.stream_id, ends.version, ends.hash, ends.recorded_at
FROM unnest(%(stream_ids)s::text[]) AS wanted (stream_id)
JOIN LATERAL (
    SELECT version, hash, recorded_at FROM event
    WHERE casino_id = %(casino_id)s AND month = record_month(wanted.stream_id) AND stream_id = wanted.stream_id
    ORDER BY version DESC LIMIT 1
) AS ends ON true
ORDER BY wanted.stream_id
