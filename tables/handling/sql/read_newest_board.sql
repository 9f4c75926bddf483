-- read_newest_board
--
-- The state of the newest day of a table.
-- known  The hash of the event at which the caller knows the state already: a state of hundreds of kilobytes is then
--        not sent again.
-- row    The version of the row at which the caller knows it: an erasure changes names in the row, and no event.
SELECT hash, xmin::text, CASE WHEN hash = %(known)s AND xmin::text = %(row)s THEN NULL ELSE state::text END
FROM house_board
WHERE casino_id = %(casino_id)s AND "table" = %(table)s
ORDER BY day DESC
LIMIT 1
