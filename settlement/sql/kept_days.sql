-- kept_days
--
-- The figures of tables' days in an interval of gaming days, oldest first, each with whether it holds: it was worked out
-- after the last event that concerns it, and in the way that is the way now. Days that were never worked out have none.
-- Of `tables` only; of all where that is null.
SELECT
    counted."table",
    counted.day,
    coalesce(kept.changes = counted.changes AND kept.made_by = %(made_by)s, false) AS holds,
    counted.changes,
    kept.pit,
    kept.currency,
    kept.coups,
    kept.closed,
    kept.figures::text,
    kept.turnover,
    kept.result,
    kept.against,
    kept.variance
FROM day_changes AS counted
LEFT JOIN kept_day AS kept
    ON kept.casino_id = counted.casino_id AND kept."table" = counted."table" AND kept.day = counted.day
WHERE
    counted.casino_id = %(casino_id)s
    AND counted.day BETWEEN %(since)s AND %(until)s
    AND (%(tables)s::text[] IS NULL OR counted."table" = ANY(%(tables)s))
ORDER BY counted.day, counted."table"
