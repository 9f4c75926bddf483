-- add_tile
--
-- Keep a full tile. No row comes back where there is one already, which only another than the sequencer can have put there.
INSERT INTO merkle_tile (casino_id, level, number, hashes, root)
VALUES (%(casino_id)s, %(level)s, %(number)s, %(hashes)s, %(root)s)
ON CONFLICT DO NOTHING
RETURNING number
