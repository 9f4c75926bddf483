-- find_casinos_from_elsewhere
--
-- Casinos whose record says of itself that it lies in this server's future: it was restored from a dump of another
-- one, where transaction ids had come further. All that a snapshot sees is written by transactions before its xmax, but
-- for what the asking transaction wrote itself; and no head was ever moved beyond the xmax of its day.
SELECT head.casino_id
FROM seal_head AS head
CROSS JOIN (SELECT pg_snapshot_xmax(pg_current_snapshot()) AS xmax) AS snapshot
LEFT JOIN LATERAL (
    SELECT xid FROM event WHERE event.casino_id = head.casino_id ORDER BY xid DESC LIMIT 1
) AS newest ON true
WHERE head.below > snapshot.xmax
   OR newest.xid >= snapshot.xmax AND newest.xid IS DISTINCT FROM pg_current_xact_id_if_assigned()
ORDER BY head.casino_id
