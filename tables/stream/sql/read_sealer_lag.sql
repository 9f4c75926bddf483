-- read_sealer_lag
--
-- Seconds since the oldest event that waits for its seal was recorded; 0 if none waits. Found as by read_unsealed.
SELECT coalesce(greatest(extract(epoch FROM clock_timestamp() - min(recorded_at)), 0), 0)::double precision
FROM event
WHERE casino_id = %(casino_id)s
  AND xid BETWEEN coalesce((SELECT below FROM seal_head WHERE casino_id = %(casino_id)s), '0')
  AND '18446744073709551615'
