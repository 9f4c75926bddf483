-- read_unsigned_since
--
-- When the oldest sealed event of a casino was recorded that stands under no checkpoint yet.
SELECT event.recorded_at
FROM sealed_event AS sealed
JOIN event ON event.casino_id = sealed.casino_id AND event.month = sealed.month AND event.id = sealed.event
WHERE sealed.casino_id = %(casino_id)s
  AND sealed.position = 1 + coalesce((SELECT max(size) FROM checkpoint WHERE casino_id = %(casino_id)s), 0)
