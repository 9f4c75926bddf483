-- find_casinos
--
-- Every casino that has events, or had some that were sealed. It hops along the key of the events as set_up_seal_heads
-- does, and writes nothing.
WITH RECURSIVE casino AS (
    (SELECT casino_id FROM event ORDER BY casino_id LIMIT 1)
    UNION ALL
    SELECT (
        SELECT event.casino_id FROM event WHERE event.casino_id > casino.casino_id ORDER BY casino_id LIMIT 1
    )
    FROM casino
    WHERE casino.casino_id IS NOT NULL
)
SELECT casino_id FROM casino WHERE casino_id IS NOT NULL
UNION
SELECT casino_id FROM seal_head
ORDER BY casino_id
