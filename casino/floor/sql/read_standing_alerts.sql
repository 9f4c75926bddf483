-- read_standing_alerts
--
-- The alerts that nobody has acknowledged or that are so still (tables/handling/alerts/models.py), the newest first; of
-- one table, or of all where `table` is empty. In the words of the index of alerts that stand.
SELECT "table", day, name, kind, code, parameters::text, acknowledged_by, acknowledged_at
FROM alert
WHERE (acknowledged_at IS NULL OR ended_at IS NULL)
  AND casino_id = %(casino_id)s
  AND (%(table)s::text = '' OR "table" = %(table)s)
ORDER BY raised_at DESC, name
