-- record_projection
--
-- The version of the rows that stand live after a rebuild.
INSERT INTO projection (casino_id, name, version) VALUES (%(casino_id)s, %(name)s, %(version)s)
ON CONFLICT (casino_id, name) DO UPDATE SET version = excluded.version, status = 'live'
RETURNING version
