-- moved_in_intervals
--
-- What the events of tables' days moved, by interval of time (0 is what came before the first begins), by how many counts
-- of the float had been made, and along each route; with the time of the last such event. A difference that a count
-- found stands apart. The two sides of a move stand in lines that follow each other.
WITH moves AS (
    SELECT
        day."table",
        width_bucket(min(entry.at), %(begin)s::timestamptz[]) AS interval_number,
        width_bucket(entry.version, day.counts::bigint[]) AS counts,
        min(entry.at) AS at,
        min(entry.reason) = %(first_count)s OR min(entry.reason) = ANY(%(counted)s) AS found_by_count,
        min(entry.account) FILTER (WHERE entry.line %% 2 = 1) AS source,
        min(entry.account) FILTER (WHERE entry.line %% 2 = 0) AS target,
        sum(entry.amount) FILTER (WHERE entry.line %% 2 = 0) AS amount
    FROM unnest(%(tables)s::text[], %(streams)s::text[], %(counts)s::text[]) AS day ("table", stream_id, counts)
    JOIN ledger_entry AS entry
        ON entry.casino_id = %(casino_id)s AND entry.stream_id = day.stream_id
    GROUP BY day."table", day.counts, entry.version, (entry.line + 1) / 2
)
SELECT "table", interval_number, counts, max(at), found_by_count, source, target, sum(amount)::bigint
FROM moves
GROUP BY "table", interval_number, counts, found_by_count, source, target
ORDER BY "table", counts, interval_number, source, target
