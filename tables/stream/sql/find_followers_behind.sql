-- find_followers_behind
--
-- Of these followers and casinos, each pair where the follower has not come to the end of the feed.
SELECT follower.name, head.casino_id, coalesce(projection.position, 0), coalesce(projection.status, 'live')
FROM seal_head AS head
CROSS JOIN unnest(%(names)s::text[]) AS follower (name)
LEFT JOIN projection ON projection.casino_id = head.casino_id AND projection.name = follower.name
WHERE head.casino_id = ANY (%(casino_ids)s::integer[]) AND coalesce(projection.position, 0) < head.position
