-- find_waiting_casinos
--
-- Casinos with events that are not sealed, be it that their transaction is still behind the horizon or not. Asked
-- hundreds of times a second: without parameters it is planned once, and not each time for every month of the record.
SELECT head.casino_id
FROM seal_head AS head
WHERE EXISTS (SELECT FROM event WHERE event.casino_id = head.casino_id AND event.xid >= head.below)
