-- set_up_seal_heads
--
-- Give a head to every casino that has events and none yet. It hops from casino to casino along the key of the events
-- instead of reading them all, in the lasting streams and the months from the floor on. A casino with late events only is
-- found by their notes, and every casino of an earlier day had its head before the floor rose.
WITH RECURSIVE casino AS (
    (
        SELECT casino_id FROM event
        WHERE month = 0 OR month >= %(month_floor)d
        ORDER BY casino_id
        LIMIT 1
    )
    UNION ALL
    SELECT (
        SELECT event.casino_id
        FROM event
        WHERE event.casino_id > casino.casino_id AND (month = 0 OR month >= %(month_floor)d)
        ORDER BY casino_id
        LIMIT 1
    )
    FROM casino
    WHERE casino.casino_id IS NOT NULL
), late AS (
    (SELECT casino_id FROM late_event ORDER BY casino_id LIMIT 1)
    UNION ALL
    SELECT (
        SELECT late_event.casino_id FROM late_event WHERE late_event.casino_id > late.casino_id ORDER BY casino_id LIMIT 1
    )
    FROM late
    WHERE late.casino_id IS NOT NULL
)
INSERT INTO seal_head (casino_id)
SELECT casino_id FROM (TABLE casino UNION TABLE late) AS found
WHERE casino_id IS NOT NULL AND casino_id NOT IN (SELECT casino_id FROM seal_head)
ON CONFLICT DO NOTHING
RETURNING casino_id
