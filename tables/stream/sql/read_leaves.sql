-- read_leaves
--
-- The leaf hashes of a casino's feed, from a leaf on. A leaf's number is its position less one.
SELECT position - 1, leaf_hash
FROM sealed_event
WHERE casino_id = %(casino_id)s AND position > %(first)s AND position <= %(behind)s
ORDER BY position
