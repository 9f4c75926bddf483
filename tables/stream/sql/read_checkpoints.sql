-- read_checkpoints
--
-- The stored checkpoints of a casino after a size and signature, a page of them. Only the reader can tell the false ones.
SELECT casino_id, size, root, origin, vkey, signature, signed_at
FROM checkpoint
WHERE casino_id = %(casino_id)s AND (size, signature) > (%(after)s::bigint, %(signature)s::bytea)
ORDER BY size, signature
LIMIT %(limit)s
