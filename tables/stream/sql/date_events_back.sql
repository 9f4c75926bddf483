-- date_events_back
--
-- Say of a casino's events that they are older than every transaction of this server: 2 is PostgreSQL's own number
-- for such (FrozenTransactionId). The one statement of the project that changes an event. No hash covers xid. They all have
-- their positions, so none of them is late any more.
WITH dated_back AS (
    UPDATE event SET xid = '2' WHERE casino_id = %(casino_id)s AND xid <> '2' RETURNING 1
), forgotten AS (
    DELETE FROM late_event WHERE casino_id = %(casino_id)s
)
SELECT count(*) FROM dated_back
