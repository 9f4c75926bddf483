-- read_unsealed
--
-- What stands in the record and has no position yet, in the order in which it will get one.
SELECT event.id, NULL::bigint, event.payload, event.prev_hash, event.hash
FROM event
LEFT JOIN seal_head AS head ON head.casino_id = event.casino_id
WHERE event.casino_id = %(casino_id)s AND event.xid >= coalesce(head.below, '0')
ORDER BY event.id
