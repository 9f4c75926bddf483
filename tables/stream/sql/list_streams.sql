-- list_streams
--
-- The streams of a casino after one, a page of them. It hops from stream to stream along the key of the versions.
WITH RECURSIVE stream AS (
    (
        SELECT stream_id FROM event
        WHERE casino_id = %(casino_id)s AND stream_id > %(after)s
        ORDER BY stream_id LIMIT 1
    )
    UNION ALL
    SELECT (
        SELECT event.stream_id FROM event
        WHERE event.casino_id = %(casino_id)s AND event.stream_id > stream.stream_id
        ORDER BY event.stream_id LIMIT 1
    )
    FROM stream
    WHERE stream.stream_id IS NOT NULL
)
SELECT stream_id FROM stream WHERE stream_id IS NOT NULL LIMIT %(limit)s
