-- read_newest_checkpoints
--
-- The stored checkpoints of a casino within its feed, the largest first, a page of them.
SELECT casino_id, size, root, origin, vkey, signature, signed_at
FROM checkpoint
WHERE casino_id = %(casino_id)s
  AND size <= (SELECT position FROM seal_head WHERE casino_id = %(casino_id)s)
ORDER BY size DESC, signature
LIMIT %(limit)s OFFSET %(offset)s
