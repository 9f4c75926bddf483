-- read_feed
--
-- A page of the casino's sealed events, payloads undecoded: those of `limit` positions, which are dense. They come
-- nearly in order; the reader puts them right, which spares the server carrying payloads through a sort.
--
-- Positions and ids run nearly alike, so the page's events lie together: one range of ids is read through instead of
-- one search for each event, which takes half as long again. Events between them that belong to another page
-- fall out in the join.
--
-- What the planner guesses of the tables changes nothing, be it that nobody has counted them since they were filled:
-- positions are bounded on both sides; OFFSET 0 keeps it to the range of ids; and a full join is never made by a nested
-- loop, which compares every event of the page with every other.
WITH page AS MATERIALIZED (
    SELECT position, event
    FROM sealed_event
    WHERE casino_id = %(casino_id)s AND position > %(after)s AND position <= %(after)s::bigint + %(limit)s::bigint
)
SELECT
    id, position, casino_id, stream_id, version, event_id, type,
    schema_version, data::text, metadata::text, occurred_at, recorded_at,
    prev_hash, hash
FROM (
    SELECT event.*, page.position
    FROM page
    FULL JOIN (
        SELECT
            id, casino_id, stream_id, version, event_id, type, schema_version, data, metadata, occurred_at,
            recorded_at, prev_hash, hash
        FROM event
        -- All casinos share the numbers: another one's events fall out in the join. Asked for as well, the casino would
        -- lead to an index on it.
        WHERE id BETWEEN (SELECT min(event) FROM page) AND (SELECT max(event) FROM page)
        OFFSET 0
    ) AS event ON event.id = page.event
    OFFSET 0
) AS joined
WHERE id IS NOT NULL AND position IS NOT NULL
