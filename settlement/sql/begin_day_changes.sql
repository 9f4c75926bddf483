-- begin_day_changes
--
-- The row of a day that begins, with the count of the table's last day before it. That one is locked, so that whoever
-- counts on it either has done so already or finds the new day.
INSERT INTO day_changes AS own (casino_id, "table", day, changes)
SELECT
    %(casino_id)s,
    %(table)s,
    %(day)s,
    coalesce((
        SELECT before.changes
        FROM day_changes AS before
        WHERE before.casino_id = %(casino_id)s AND before."table" = %(table)s AND before.day < %(day)s
        ORDER BY before.day DESC
        LIMIT 1
        FOR UPDATE
    ), 0)
ON CONFLICT (casino_id, "table", day) DO UPDATE SET changes = own.changes
