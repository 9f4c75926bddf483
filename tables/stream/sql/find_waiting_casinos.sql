-- find_waiting_casinos
--
-- Casinos with events that are not sealed, whether or not their transaction is still behind the horizon. The look ends
-- at the first such event of each casino, in the order of an index, whatever statistics the planner has: a join of both
-- tables reads the whole record in a new or restored house. The look runs hundreds of times a second, so it has no
-- parameters: the server plans it once, and not each time for every month of the record.
SELECT head.casino_id
FROM seal_head AS head
CROSS JOIN LATERAL (
    SELECT FROM event WHERE event.casino_id = head.casino_id AND event.xid >= head.below ORDER BY event.xid LIMIT 1
) AS waiting
