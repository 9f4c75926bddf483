-- read_sequencer_lags
--
-- Of these casinos, each one with an event that waits for its position, and the seconds since its oldest such event was
-- recorded. The look ends at the first such event of a casino, in the order of an index, as in find_waiting_casinos.
-- A casino whose first event was not sequenced yet has no head.
SELECT
    casino_id,
    greatest(
        extract(epoch FROM clock_timestamp() - least(waiting.recorded_at, late.recorded_at)), 0
    )::double precision
FROM unnest(%(casino_ids)s::integer[]) AS casino (casino_id)
LEFT JOIN seal_head AS head USING (casino_id)
LEFT JOIN LATERAL (
    SELECT event.recorded_at
    FROM event
    WHERE event.casino_id = casino.casino_id AND event.xid >= coalesce(head.below, '0')
      AND (event.month = 0 OR event.month >= %(month_floor)d)
    ORDER BY event.xid
    LIMIT 1
) AS waiting ON true
LEFT JOIN LATERAL (
    SELECT late_event.recorded_at
    FROM late_event
    WHERE late_event.casino_id = casino.casino_id AND late_event.xid >= coalesce(head.below, '0')
    ORDER BY late_event.xid
    LIMIT 1
) AS late ON true
WHERE waiting.recorded_at IS NOT NULL OR late.recorded_at IS NOT NULL
