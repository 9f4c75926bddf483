-- read_leaves
--
-- The leaf hashes of a casino's feed, from a leaf on: RFC 6962's leaf prefix and the event's hash, hashed. A leaf's
-- number is its position less one.
SELECT sealed.position - 1, sha256('\x00'::bytea || event.hash)
FROM sealed_event AS sealed
JOIN event
  ON event.month = sealed.month AND event.id = sealed.event
WHERE sealed.casino_id = %(casino_id)s AND sealed.position > %(first)s AND sealed.position <= %(behind)s
ORDER BY sealed.position
