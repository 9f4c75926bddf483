-- count_day_changes
--
-- So many more events concern a table's day, and every later one of the table.
UPDATE day_changes
SET changes = changes + %(more)s
WHERE casino_id = %(casino_id)s AND "table" = %(table)s AND day >= %(day)s
