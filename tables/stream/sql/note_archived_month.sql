-- note_archived_month
--
-- Say that a month lies in a file, and which positions of the feed went with it.
WITH noted AS (
    INSERT INTO archived_month (
        casino_id, month, number, file, sha256, bytes, events, first, last, archived_at
    )
    SELECT
        %(casino_id)s, %(month)s, 1 + count(*), %(file)s, %(sha256)s::bytea, %(bytes)s, %(events)s, %(first)s, %(last)s,
        %(now)s::timestamptz
    FROM archived_month WHERE casino_id = %(casino_id)s AND month = %(month)s
    RETURNING casino_id, month, number
)
INSERT INTO archived_run (casino_id, first, last, month, number)
SELECT casino_id, run.first, run.last, month, number
FROM noted CROSS JOIN unnest(%(firsts)s::bigint[], %(lasts)s::bigint[]) AS run (first, last)
RETURNING number
