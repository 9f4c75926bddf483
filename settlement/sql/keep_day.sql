-- keep_day
--
-- Keeps the figures of tables' days, rows of which come as one JSON document; not over one that was worked out later.
INSERT INTO kept_day AS kept (
    casino_id, "table", day, changes, made_by, pit, currency, coups, closed, figures, turnover, result, against, variance
)
SELECT
    casino_id, "table", day, changes, made_by, pit, currency, coups, closed, figures, turnover, result, against, variance
FROM jsonb_populate_recordset(NULL::kept_day, %(rows)s::jsonb)
ORDER BY "table", day
ON CONFLICT (casino_id, "table", day) DO UPDATE SET
    changes = excluded.changes,
    made_by = excluded.made_by,
    pit = excluded.pit,
    currency = excluded.currency,
    coups = excluded.coups,
    closed = excluded.closed,
    figures = excluded.figures,
    turnover = excluded.turnover,
    result = excluded.result,
    against = excluded.against,
    variance = excluded.variance
WHERE kept.changes <= excluded.changes
