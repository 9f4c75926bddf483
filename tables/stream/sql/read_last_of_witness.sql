-- read_last_of_witness
--
-- The largest checkpoint of a casino that a witness has signed, and its last signature under it.
SELECT size, signature
FROM witness_signature
WHERE casino_id = %(casino_id)s AND name = %(name)s
ORDER BY size DESC, added_at DESC
LIMIT 1
