-- find_slipped_in
--
-- The first event of a casino that no seal will ever reach: its transaction is behind the head, and it has no position.
-- So it was not appended, it was put there.
SELECT event.id, event.stream_id, event.version
FROM seal_head AS head
JOIN event ON event.casino_id = head.casino_id AND event.xid < head.below
WHERE head.casino_id = %(casino_id)s
  AND NOT EXISTS (
    SELECT FROM sealed_event AS sealed
    WHERE sealed.casino_id = event.casino_id AND sealed.month = event.month AND sealed.event = event.id
  )
ORDER BY event.id
LIMIT 1
