-- hold_due_boards
--
-- The days of these tables of which something is due, kept from being moved by anybody else until the transaction ends;
-- the longest due first. Whoever is at a table this moment is not waited for: that table does not come back.
-- known, rows  As in hold_newest_board, of all of them.
SELECT "table", CASE
    WHEN (hash, xmin::text) IN (SELECT * FROM unnest(%(known)s::bytea[], %(rows)s::text[])) THEN NULL
    ELSE state::text
END
FROM house_board
WHERE casino_id = %(casino_id)s AND "table" = ANY(%(tables)s::text[]) AND next_at <= %(now)s
ORDER BY next_at, "table", day
FOR UPDATE SKIP LOCKED
