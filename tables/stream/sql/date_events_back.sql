-- date_events_back
--
-- Say of a casino's events that they are older than every transaction of this server: 2 is PostgreSQL's own number
-- for such (FrozenTransactionId). The one statement of the project that changes an event. No hash covers xid.
WITH dated_back AS (
    UPDATE event SET xid = '2' WHERE casino_id = %(casino_id)s AND xid <> '2' RETURNING 1
)
SELECT count(*) FROM dated_back
