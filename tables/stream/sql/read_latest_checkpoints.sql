-- read_latest_checkpoints
--
-- Of each of these casinos, the largest stored checkpoint within its feed and the smallest one beyond it, with the
-- position of the feed.
SELECT latest.casino_id, size, root, origin, vkey, signature, signed_at, head.position
FROM unnest(%(casino_ids)s::integer[]) AS wanted (casino_id)
JOIN seal_head AS head ON head.casino_id = wanted.casino_id
CROSS JOIN LATERAL (
    (
        SELECT * FROM checkpoint WHERE casino_id = head.casino_id AND size <= head.position
        ORDER BY size DESC, signature LIMIT 1
    )
    UNION ALL
    (
        SELECT * FROM checkpoint WHERE casino_id = head.casino_id AND size > head.position
        ORDER BY size LIMIT 1
    )
) AS latest
