-- find_waiting_casinos
--
-- Casinos with events that are not sequenced, also where their transactions still run, and whether one of them is late: of
-- a month before the floor. Only lasting streams and months from the floor on are looked at, for the server notes late
-- events by themselves (migrations/0008_late_events.sql).
--
-- The look ends at the first such event of each casino, in the order of an index, whatever statistics the planner has: a
-- join of both tables reads the whole record in a new or restored installation. The look runs hundreds of times a second,
-- so it has no parameters: the server plans it once, and without the parts of earlier months.
SELECT head.casino_id, late.xid IS NOT NULL
FROM seal_head AS head
LEFT JOIN LATERAL (
    SELECT xid
    FROM late_event
    WHERE late_event.casino_id = head.casino_id AND late_event.xid >= head.below
    ORDER BY xid
    LIMIT 1
) AS late ON true
LEFT JOIN LATERAL (
    SELECT xid
    FROM event
    WHERE event.casino_id = head.casino_id AND event.xid >= head.below
      AND (event.month = 0 OR event.month >= %(month_floor)d)
    ORDER BY xid
    LIMIT 1
) AS waiting ON true
WHERE late.xid IS NOT NULL OR waiting.xid IS NOT NULL
