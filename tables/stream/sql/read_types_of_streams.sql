-- read_types_of_streams
--
-- The events of some types in several streams, by stream and version: what a page of many tables needs of each day.
SELECT
    event.id, NULL::bigint, event.casino_id, event.stream_id, event.version, event.event_id, event.type,
    event.schema_version, event.data::text, event.metadata::text, event.occurred_at, event.recorded_at,
    event.prev_hash, event.hash
FROM unnest(%(stream_ids)s::text[]) AS wanted (stream_id)
CROSS JOIN LATERAL (
    SELECT *
    FROM event
    WHERE casino_id = %(casino_id)s
      AND month = record_month(wanted.stream_id)
      AND stream_id = wanted.stream_id
      AND type = ANY (%(types)s)
    OFFSET 0
) AS event
ORDER BY event.stream_id, event.version
