-- append_to_streams
--
-- What append_events does, for several streams of one casino. A stream that is not at its expected version gives no
-- rows, and the caller rolls all of it back.
--
-- given  An event a row: its stream, the version at which the stream is expected, its place behind it (from 1).
-- The streams come in the order of their names, so that two callers that append to the same streams do not lock each
-- other out.
SELECT stream.stream_id, appended.version, appended.id, appended.prev_hash, appended.hash, appended.recorded_at
FROM (
    SELECT
        stream_id, expected, array_agg(event_id ORDER BY place) AS event_ids, array_agg(type ORDER BY place) AS types,
        array_agg(schema_version ORDER BY place) AS schema_versions, array_agg(data ORDER BY place) AS data,
        array_agg(metadata ORDER BY place) AS metadata, array_agg(occurred_at ORDER BY place) AS occurred
    FROM unnest(
        %(stream_ids)s::text[], %(expected)s::integer[], %(places)s::integer[], %(event_id)s::uuid[],
        %(type)s::text[], %(schema_version)s::integer[], %(data)s::json[], %(metadata)s::json[],
        %(occurred_at)s::timestamptz[]
    ) AS given (stream_id, expected, place, event_id, type, schema_version, data, metadata, occurred_at)
    GROUP BY stream_id, expected
    ORDER BY stream_id
) AS stream
CROSS JOIN LATERAL append_events(
    %(casino_id)s, stream.stream_id, stream.expected, stream.event_ids, stream.types, stream.schema_versions,
    stream.data, stream.metadata, stream.occurred, %(recorded_at)s
) AS appended
