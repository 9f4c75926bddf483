-- read_sealer_lag
--
-- Seconds since the oldest event that waits for its seal was recorded; 0 if none waits.
SELECT coalesce(greatest(extract(epoch FROM clock_timestamp() - min(event.recorded_at)), 0), 0)::double precision
FROM event
LEFT JOIN seal_head AS head ON head.casino_id = event.casino_id
WHERE event.casino_id = %(casino_id)s AND event.xid >= coalesce(head.below, '0')
