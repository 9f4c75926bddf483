-- seal_what_is_left
--
-- Give positions, in the order of ids, to every event of a casino that has none, whatever its xid says, and set the
-- head to before the first transaction that a server can have (3). Only for a moment at which nobody writes
-- (set_guard_aside): then no event can come any more that belongs before one of these.
--
-- It finds the events by their missing position and not by the head: in a house that was opened too early, events
-- were written below the head.
WITH due AS (
    SELECT
        head.position + row_number() OVER (ORDER BY event.id) AS position,
        event.id,
        event.month,
        event.type
    FROM seal_head AS head
    JOIN event ON event.casino_id = head.casino_id
    WHERE head.casino_id = %(casino_id)s
      AND NOT EXISTS (
        SELECT FROM sealed_event AS sealed
        WHERE sealed.casino_id = event.casino_id AND sealed.month = event.month AND sealed.event = event.id
      )
), sealed AS (
    INSERT INTO sealed_event (casino_id, month, position, event, type)
    SELECT %(casino_id)s, month, position, id, type
    FROM due
    ORDER BY position
    RETURNING position
)
UPDATE seal_head AS head
SET
    position = coalesce(batch.position, head.position),
    below = '3',
    sealed_at = CASE WHEN batch.events > 0 THEN clock_timestamp() ELSE head.sealed_at END
FROM (SELECT max(position) AS position, count(*) AS events FROM sealed) AS batch
WHERE head.casino_id = %(casino_id)s
RETURNING head.position, batch.events, pg_notify('permanence_feed', %(casino_id)s::integer || ':' || head.position)
