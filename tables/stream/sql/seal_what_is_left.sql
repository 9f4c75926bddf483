-- seal_what_is_left
--
-- Give positions, in the order of ids, to every event of a casino that has none, whatever its xid says, and set the
-- head to before the first transaction that a server can have (3). Only for a moment at which nobody writes
-- (set_guard_aside): then no event can come any more that belongs before one of these.
--
-- Each event is checked as in seal_events. If one does not follow its stream, nothing is sequenced, the row names it, and
-- the caller rolls back.
--
-- It finds the events by their missing position and not by the head: in a house that was opened too early, events
-- were written below the head.
WITH due AS (
    SELECT
        head.position + row_number() OVER (ORDER BY event.id) AS position,
        event.id,
        event.month,
        event.type,
        event.stream_id,
        event.version,
        event.prev_hash = coalesce(before.hash, CASE event.version WHEN 1 THEN decode(repeat('00', 32), 'hex') END)
            AND event.hash = sha256(event.prev_hash || event_payload(
                event.casino_id, event.stream_id, event.version, event.event_id, event.type, event.schema_version,
                event.data, event.metadata, event.occurred_at, event.recorded_at
            )) AS follows
    FROM seal_head AS head
    JOIN event ON event.casino_id = head.casino_id
    LEFT JOIN LATERAL (
        SELECT hash
        FROM event AS earlier
        WHERE earlier.casino_id = %(casino_id)s AND earlier.month = event.month
          AND earlier.stream_id = event.stream_id AND earlier.version BETWEEN event.version - 1 AND event.version - 1
          AND earlier.id < event.id
        ORDER BY earlier.version DESC
        LIMIT 1
    ) AS before ON true
    WHERE head.casino_id = %(casino_id)s
      AND NOT EXISTS (
        SELECT FROM sealed_event AS sealed
        WHERE sealed.casino_id = event.casino_id AND sealed.month = event.month AND sealed.event = event.id
      )
), sealed AS (
    INSERT INTO sealed_event (casino_id, month, position, event, type)
    SELECT %(casino_id)s, month, position, id, type
    FROM due
    WHERE NOT EXISTS (SELECT FROM due WHERE follows IS NOT TRUE)
    ORDER BY position
    RETURNING position
), misfit AS (
    SELECT stream_id, version FROM due WHERE follows IS NOT TRUE ORDER BY id LIMIT 1
)
UPDATE seal_head AS head
SET
    position = coalesce(batch.position, head.position),
    below = '3',
    sealed_at = CASE WHEN batch.events > 0 THEN clock_timestamp() ELSE head.sealed_at END
FROM (SELECT max(position) AS position, count(*) AS events FROM sealed) AS batch
WHERE head.casino_id = %(casino_id)s
RETURNING
    head.position, batch.events, (SELECT stream_id FROM misfit), (SELECT version FROM misfit),
    pg_notify('permanence_feed', %(casino_id)s::integer || ':' || head.position)
