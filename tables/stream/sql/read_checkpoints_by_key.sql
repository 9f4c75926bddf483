-- read_checkpoints_by_key
--
-- The stored checkpoints of a casino after a size that name this key (`own`) or any other, the largest first, a page of
-- them. Those beyond the feed count: a true one there shows that the feed was cut off.
SELECT casino_id, size, root, origin, vkey, signature, signed_at
FROM checkpoint
WHERE casino_id = %(casino_id)s AND size > %(after)s AND (vkey = %(vkey)s) = %(own)s::boolean
ORDER BY size DESC, signature
LIMIT %(limit)s OFFSET %(offset)s
