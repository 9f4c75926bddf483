-- find_waiting_casinos
--
-- Casinos with events that are not sealed, be it that their transaction is still behind the horizon or not.
SELECT head.casino_id
FROM seal_head AS head
WHERE head.casino_id = ANY (%(active)s::integer[])
  AND EXISTS (SELECT FROM event WHERE event.casino_id = head.casino_id AND event.xid >= head.below)
