-- seal_events
--
-- Give dense positions, in the order of ids, to every event whose transaction has fallen behind all that still run,
-- move the head, and tell whoever listens, once for the batch: casino, position, how many events, and their streams as a
-- JSON list where they are few, so that most who listen need not ask. Nothing due: no row, and nothing is written.
--
-- It must be ONE statement on ONE snapshot, run by the only active sealer of the casino: the events that it sees
-- and the horizon that it compares them with belong to the same instant. No transaction before the horizon
-- can still bring an event, so nothing is ever missed behind the head.
--
-- Months before the floor are left out, and then nothing is sequenced while a late event waits: its note has the snapshot
-- of the event. A floor of 0 leaves none out.
--
-- Each event is checked again, as append_events checked it: it follows the event before it in its stream, at most ten
-- minutes before it (an older version wrote the time of a clock that was behind), and its hash is that of its columns. If one does not, nothing is sequenced, and the row names its stream and version: it was not
-- appended, but inserted by the owner.
--
-- The events are found by the index on transactions, whatever the planner guesses, as in read_unsealed.
WITH horizon AS (
    SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xmin
), head AS (
    SELECT position, below FROM seal_head WHERE casino_id = %(casino_id)s
), due AS (
    SELECT
        (SELECT position FROM head) + row_number() OVER (ORDER BY event.id) AS position,
        event.id,
        event.month,
        event.type,
        event.stream_id,
        event.version,
        event.prev_hash = coalesce(before.hash, CASE event.version WHEN 1 THEN decode(repeat('00', 32), 'hex') END)
            AND event.hash = sha256(event.prev_hash || event_payload(
                event.casino_id, event.stream_id, event.version, event.event_id, event.type, event.schema_version,
                event.data, event.metadata, event.occurred_at, event.recorded_at
            ))
            AND event.recorded_at >= coalesce(before.recorded_at - interval '10 minutes', event.recorded_at) AS follows
    FROM event
    LEFT JOIN LATERAL (
        SELECT hash, recorded_at
        FROM event AS earlier
        WHERE earlier.casino_id = %(casino_id)s AND earlier.month = event.month
          AND (earlier.month = 0 OR earlier.month >= %(month_floor)d)
          AND earlier.stream_id = event.stream_id AND earlier.version BETWEEN event.version - 1 AND event.version - 1
          AND earlier.id < event.id AND earlier.xid <= event.xid
        ORDER BY earlier.version DESC
        LIMIT 1
    ) AS before ON true
    WHERE casino_id = %(casino_id)s
      AND xid >= (SELECT below FROM head) AND xid < (SELECT xmin FROM horizon)
      AND (month = 0 OR month >= %(month_floor)d)
      AND (%(month_floor)d = 0 OR NOT EXISTS (
        SELECT FROM late_event
        WHERE casino_id = %(casino_id)s AND xid BETWEEN (SELECT below FROM head) AND '18446744073709551615'
      ))
), sealed AS (
    INSERT INTO sealed_event (casino_id, month, position, event, type)
    SELECT %(casino_id)s, month, position, id, type
    FROM due
    WHERE NOT EXISTS (SELECT FROM due WHERE follows IS NOT TRUE)
    ORDER BY position
    RETURNING position
), moved AS (
    UPDATE seal_head
    SET position = batch.position, below = horizon.xmin, sealed_at = clock_timestamp()
    FROM horizon, (SELECT max(position) AS position, count(*) AS events FROM sealed) AS batch
    WHERE seal_head.casino_id = %(casino_id)s AND batch.events > 0
    RETURNING seal_head.position, batch.events
)
SELECT moved.position, moved.events, NULL AS stream_id, NULL AS version, pg_notify(
    'permanence_feed',
    -- A notice has room for 8,000 bytes.
    concat_ws(
        ':', %(casino_id)s::integer, moved.position, moved.events, CASE WHEN octet_length(told.ids) < 7000 THEN told.ids END
    )
)::text
FROM moved
CROSS JOIN LATERAL (SELECT json_agg(DISTINCT stream_id)::text AS ids FROM due WHERE moved.events <= 16) AS told
UNION ALL
(SELECT NULL, 0, stream_id, version, NULL FROM due WHERE follows IS NOT TRUE ORDER BY id LIMIT 1)
