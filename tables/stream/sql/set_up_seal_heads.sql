-- set_up_seal_heads
--
-- Give a head to every casino that has events and none yet. It hops from casino to casino along the key of the
-- events instead of reading them all.
WITH RECURSIVE casino AS (
    (SELECT casino_id FROM event ORDER BY casino_id LIMIT 1)
    UNION ALL
    SELECT (
        SELECT event.casino_id FROM event WHERE event.casino_id > casino.casino_id ORDER BY casino_id LIMIT 1
    )
    FROM casino
    WHERE casino.casino_id IS NOT NULL
)
INSERT INTO seal_head (casino_id)
SELECT casino_id FROM casino
WHERE casino_id IS NOT NULL AND casino_id NOT IN (SELECT casino_id FROM seal_head)
ON CONFLICT DO NOTHING
RETURNING casino_id
