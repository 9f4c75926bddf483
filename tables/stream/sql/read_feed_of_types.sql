-- read_feed_of_types
--
-- As read_feed, of some types only, by the index on types in stretches of 1,024 positions, up to a position; of streams whose names begin so, if that
-- is given.
--
-- The reader asks for a window of positions at a time. So a plan that finds all that is in the window before it puts
-- it in order, which the planner takes where it thinks that there is little, has no more than the window to find.
WITH page AS MATERIALIZED (
    SELECT position, event, month
    FROM sealed_event
    WHERE casino_id = %(casino_id)s
      AND type = ANY (%(types)s::text[])
      AND position >> 10 BETWEEN %(after)s::bigint >> 10 AND %(to)s::bigint >> 10
      AND position > %(after)s AND position <= %(to)s
    ORDER BY position
    -- LIMIT NULL is none: what falls out by its stream is no part of the page.
    LIMIT CASE WHEN %(stream_prefix)s::text IS NULL THEN %(limit)s::bigint END
)
SELECT
    event.id, page.position, event.casino_id, event.stream_id, event.version, event.event_id, event.type,
    event.schema_version, event.data::text, event.metadata::text, event.occurred_at, event.recorded_at,
    event.prev_hash, event.hash
FROM page
CROSS JOIN LATERAL (
    SELECT *
    FROM event
    WHERE month = page.month
      AND id = page.event
      AND (%(stream_prefix)s::text IS NULL OR starts_with(stream_id, %(stream_prefix)s))
    OFFSET 0
) AS event
ORDER BY page.position
LIMIT %(limit)s
