-- seal_events
--
-- Give dense positions, in the order of ids, to every event whose transaction has fallen behind all that still run,
-- move the head, and tell whoever listens, once for the batch: casino, position, how many events, and their streams as a
-- JSON list where they are few, so that most who listen need not ask. Nothing due: no row, and nothing is written.
--
-- It must be ONE statement on ONE snapshot, run by the only active sealer of the casino: the events that it sees
-- and the horizon that it compares them with belong to the same instant. No transaction before the horizon
-- can still bring an event, so nothing is ever missed behind the head.
WITH horizon AS (
    SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xmin
), due AS (
    SELECT
        head.position + row_number() OVER (ORDER BY event.id) AS position,
        event.id,
        event.month,
        event.type,
        event.stream_id
    FROM seal_head AS head
    CROSS JOIN horizon
    JOIN event
      ON event.casino_id = head.casino_id AND event.xid >= head.below AND event.xid < horizon.xmin
    WHERE head.casino_id = %(casino_id)s
), sealed AS (
    INSERT INTO sealed_event (casino_id, month, position, event, type)
    SELECT %(casino_id)s, month, position, id, type
    FROM due
    ORDER BY position
    RETURNING position
), moved AS (
    UPDATE seal_head AS head
    SET position = batch.position, below = horizon.xmin, sealed_at = clock_timestamp()
    FROM horizon, (SELECT max(position) AS position, count(*) AS events FROM sealed) AS batch
    WHERE head.casino_id = %(casino_id)s AND batch.events > 0
    RETURNING head.position, batch.events
)
SELECT moved.position, moved.events, pg_notify(
    'permanence_feed',
    -- A notice has room for 8,000 bytes.
    concat_ws(
        ':', %(casino_id)s::integer, moved.position, moved.events, CASE WHEN octet_length(told.ids) < 7000 THEN told.ids END
    )
)
FROM moved
CROSS JOIN LATERAL (SELECT json_agg(DISTINCT stream_id)::text AS ids FROM due WHERE moved.events <= 16) AS told
