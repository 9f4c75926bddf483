-- read_tile
--
-- The 256 hashes of a full tile, one after the other.
SELECT hashes
FROM merkle_tile
WHERE casino_id = %(casino_id)s AND level = %(level)s AND number = %(number)s
