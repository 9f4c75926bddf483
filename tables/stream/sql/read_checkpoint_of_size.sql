-- read_checkpoint_of_size
--
-- The stored checkpoints of a casino and of one size within its feed.
SELECT casino_id, size, root, origin, vkey, signature, signed_at
FROM checkpoint
WHERE casino_id = %(casino_id)s AND size = %(size)s
  AND size <= (SELECT position FROM seal_head WHERE casino_id = %(casino_id)s)
ORDER BY signature
