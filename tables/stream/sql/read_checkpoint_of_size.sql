-- read_checkpoint_of_size
--
-- One checkpoint of a casino.
SELECT casino_id, size, root, origin, vkey, signature, signed_at
FROM checkpoint
WHERE casino_id = %(casino_id)s AND size = %(size)s
