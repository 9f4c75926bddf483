-- put_in
--
-- Let a confirmation wait for the record, once for a seat and a round.
-- What waits already stays as it came in; what was refused gives way to the next try.
INSERT INTO live_waiting (casino_id, "table", seat, day, coup, bets, received_at, by)
VALUES (%(casino_id)s, %(table)s, %(seat)s, %(day)s, %(coup)s, %(bets)s, %(received_at)s, %(by)s)
ON CONFLICT (casino_id, "table", seat, day, coup) DO UPDATE
SET bets = excluded.bets, received_at = excluded.received_at, by = excluded.by, refusal = NULL
WHERE live_waiting.refusal IS NOT NULL
