-- moved_at_tables
--
-- What the events of tables' days moved, summed along each route: from a place, to a place, for a reason. The two sides
-- of a move stand in lines that follow each other, and are put together without a join of the entries to themselves,
-- which takes many times as long. The last columns are what of it moved between two versions of the day, and before them.
WITH moves AS (
    SELECT
        day."table",
        entry.version > day.since AND entry.version < day.until AS between_counts,
        entry.version < day.since AS before_counts,
        min(entry.reason) AS reason,
        min(entry.account) FILTER (WHERE entry.line %% 2 = 1) AS source,
        min(entry.account) FILTER (WHERE entry.line %% 2 = 0) AS target,
        sum(entry.amount) FILTER (WHERE entry.line %% 2 = 0) AS amount
    FROM unnest(
        %(tables)s::text[], %(streams)s::text[], %(since)s::bigint[], %(until)s::bigint[]
    ) AS day ("table", stream_id, since, until)
    JOIN ledger_entry AS entry
        ON entry.casino_id = %(casino_id)s AND entry.stream_id = day.stream_id
    GROUP BY day."table", between_counts, before_counts, entry.version, (entry.line + 1) / 2
)
SELECT
    "table",
    reason,
    source,
    target,
    sum(amount)::bigint,
    coalesce(sum(amount) FILTER (WHERE between_counts), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE before_counts), 0)::bigint
FROM moves
GROUP BY "table", reason, source, target
ORDER BY "table", reason, source, target
