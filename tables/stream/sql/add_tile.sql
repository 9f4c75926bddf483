-- add_tile
--
-- Keep a full tile. Two that would keep the same one collide: only the casino's active sealer keeps tiles.
INSERT INTO merkle_tile (casino_id, level, number, hashes, root)
VALUES (%(casino_id)s, %(level)s, %(number)s, %(hashes)s, %(root)s)
