-- read_unsealed
--
-- What stands in the record and has no position yet, in the order in which it will get one.
--
-- It is found by the index on transactions, whatever the planner guesses: of a range with two ends, of which it does
-- not know one, it expects little. Of all that is later than some transaction it expects a third of the record, and in
-- a join with the head it would go through all of it. No transaction has a greater id than the last that there can be.
SELECT
    event.id, NULL::bigint, event.casino_id, event.stream_id, event.version, event.event_id, event.type,
    event.schema_version, event.data::text, event.metadata::text, event.occurred_at, event.recorded_at,
    event.prev_hash, event.hash
FROM event
WHERE casino_id = %(casino_id)s
  AND xid BETWEEN coalesce((SELECT below FROM seal_head WHERE casino_id = %(casino_id)s), '0')
  AND '18446744073709551615'
ORDER BY id
