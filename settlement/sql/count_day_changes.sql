-- count_day_changes
--
-- So many more events concern each of these days of tables, and every later one of its table.
UPDATE day_changes AS counted
SET changes = counted.changes + concerned.more
FROM (
    SELECT later."table", later.day, sum(own.more) AS more
    FROM unnest(%(tables)s::text[], %(days)s::text[], %(more)s::bigint[]) AS own ("table", day, more)
    JOIN day_changes AS later
        ON later.casino_id = %(casino_id)s AND later."table" = own."table" AND later.day >= own.day
    GROUP BY later."table", later.day
) AS concerned
WHERE counted.casino_id = %(casino_id)s AND counted."table" = concerned."table" AND counted.day = concerned.day
