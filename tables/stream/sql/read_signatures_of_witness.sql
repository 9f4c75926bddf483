-- read_signatures_of_witness
--
-- The stored signatures of a witness under checkpoints within a casino's feed, those of the largest first, a page of them.
-- Only a reader who has the witness's key can tell the false ones.
SELECT size, signature
FROM witness_signature
WHERE casino_id = %(casino_id)s AND name = %(name)s
  AND size <= (SELECT position FROM seal_head WHERE casino_id = %(casino_id)s)
ORDER BY size DESC, added_at DESC, signature
LIMIT %(limit)s OFFSET %(offset)s
