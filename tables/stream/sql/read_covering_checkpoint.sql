-- read_covering_checkpoint
--
-- The stored checkpoints of a casino that cover a position, within its feed, the smallest first, a page of them.
SELECT casino_id, size, root, origin, vkey, signature, signed_at
FROM checkpoint
WHERE casino_id = %(casino_id)s AND size >= %(position)s
  AND size <= (SELECT position FROM seal_head WHERE casino_id = %(casino_id)s)
ORDER BY size, signature
LIMIT %(limit)s OFFSET %(offset)s
