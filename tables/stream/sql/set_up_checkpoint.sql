-- set_up_checkpoint
--
-- A follower begins before the first position.
INSERT INTO projection (casino_id, name, version) VALUES (%(casino_id)s, %(name)s, %(version)s)
ON CONFLICT DO NOTHING
RETURNING position
