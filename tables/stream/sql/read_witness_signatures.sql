-- read_witness_signatures
--
-- What witnesses have signed under a checkpoint, in the order in which it was brought.
SELECT name, signature
FROM witness_signature
WHERE casino_id = %(casino_id)s AND size = %(size)s
ORDER BY added_at, name, signature
LIMIT %(limit)s
