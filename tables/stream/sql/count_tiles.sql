-- count_tiles
--
-- How many tiles of a level a casino's tree has. They are dense from 0 on.
SELECT coalesce(max(number) + 1, 0) FROM merkle_tile WHERE casino_id = %(casino_id)s AND level = %(level)s
