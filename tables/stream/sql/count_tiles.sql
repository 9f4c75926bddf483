-- count_tiles
--
-- The number of tiles of a level that a casino's tree has, among the first `full`. They are dense from 0 on.
SELECT coalesce(max(number) + 1, 0) FROM merkle_tile
WHERE casino_id = %(casino_id)s AND level = %(level)s AND number < %(full)s
