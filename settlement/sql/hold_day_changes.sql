-- hold_day_changes
--
-- Locks the rows of these days of tables until the transaction ends, in one order, and says which there are.
SELECT "table", day
FROM day_changes
WHERE casino_id = %(casino_id)s
    AND ("table", day) IN (SELECT * FROM unnest(%(tables)s::text[], %(days)s::text[]))
ORDER BY "table", day
FOR UPDATE
