-- read_covering_checkpoint
--
-- The first checkpoint of a casino that covers a position.
SELECT casino_id, size, root, origin, vkey, signature, signed_at
FROM checkpoint
WHERE casino_id = %(casino_id)s AND size >= %(position)s
ORDER BY size
LIMIT 1
