-- hold_day_changes
--
-- Locks the row of a table's day until the transaction ends.
SELECT changes
FROM day_changes
WHERE casino_id = %(casino_id)s AND "table" = %(table)s AND day = %(day)s
FOR UPDATE
