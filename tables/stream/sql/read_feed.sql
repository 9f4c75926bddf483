-- read_feed
--
-- A page of the casino's sealed events, payloads undecoded, the first `limit` by position. They come nearly in order; the
-- reader puts them right, which spares the server carrying payloads through a sort.
--
-- Positions and ids run nearly alike, so the page's events lie together: one range of ids is read through instead of
-- one search for each event, which takes half as long again. Events between them that belong to another page
-- fall out in the join. OFFSET 0 keeps the planner to it, whose guess at the size of the range grows with the table.
WITH page AS MATERIALIZED (
    SELECT position, event
    FROM sealed_event
    WHERE casino_id = %(casino_id)s AND position > %(after)s
    ORDER BY position
    LIMIT %(limit)s
)
SELECT event.id, page.position, event.payload, event.prev_hash, event.hash
FROM page
JOIN (
    SELECT id, payload, prev_hash, hash
    FROM event
    WHERE casino_id = %(casino_id)s
      AND id BETWEEN (SELECT min(event) FROM page) AND (SELECT max(event) FROM page)
    OFFSET 0
) AS event ON event.id = page.event
