-- add_witness_signature
--
-- Keep a witness's signature under a checkpoint; bringing it twice is bringing it once.
INSERT INTO witness_signature (casino_id, size, name, signature, added_at)
VALUES (%(casino_id)s, %(size)s, %(name)s, %(signature)s, %(added_at)s)
ON CONFLICT DO NOTHING
RETURNING name
