-- read_feed
--
-- A page of the casino's sealed events by position, payloads undecoded.
--
-- Positions and ids run nearly alike, so the page's events lie together: one range of ids is read through instead of
-- one search for each event. Events between them that belong to another page fall out in the join.
WITH page AS MATERIALIZED (
    SELECT position, event
    FROM sealed_event
    WHERE casino_id = %(casino_id)s AND position > %(after)s
    ORDER BY position
    LIMIT %(limit)s
)
SELECT event.id, page.position, event.payload, event.prev_hash, event.hash
FROM page
JOIN event ON event.id = page.event
WHERE event.casino_id = %(casino_id)s
  AND event.id BETWEEN (SELECT min(event) FROM page) AND (SELECT max(event) FROM page)
ORDER BY page.position
