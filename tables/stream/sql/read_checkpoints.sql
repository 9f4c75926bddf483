-- read_checkpoints
--
-- The checkpoints of a casino after a size, a page of them, for whoever checks them all.
SELECT casino_id, size, root, origin, vkey, signature, signed_at
FROM checkpoint
WHERE casino_id = %(casino_id)s AND size > %(after)s
ORDER BY size
LIMIT %(limit)s
