-- add_checkpoint
--
-- Keep a signed checkpoint.
INSERT INTO checkpoint (casino_id, size, root, origin, vkey, signature, signed_at)
VALUES (%(casino_id)s, %(size)s, %(root)s, %(origin)s, %(vkey)s, %(signature)s, %(signed_at)s)
