-- read_latest_checkpoint
--
-- The newest checkpoint of a casino: the tree only grows, so it is the largest.
SELECT casino_id, size, root, origin, vkey, signature, signed_at
FROM checkpoint
WHERE casino_id = %(casino_id)s
ORDER BY size DESC
LIMIT 1
