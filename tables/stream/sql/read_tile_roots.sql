-- read_tile_roots
--
-- The roots of tiles of a level: the hashes of the level above.
SELECT number, root
FROM merkle_tile
WHERE casino_id = %(casino_id)s AND level = %(level)s AND number >= %(first)s AND number < %(behind)s
ORDER BY number
