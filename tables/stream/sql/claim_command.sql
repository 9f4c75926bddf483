-- claim_command
--
-- Take an idempotency key, with what is to come of it. Whoever claims the same key meanwhile waits here until this
-- transaction ends; no row comes back if the key is taken then.
INSERT INTO command (casino_id, key, request_hash, stream_id, after_version, version, recorded_at)
VALUES (
    %(casino_id)s, %(key)s, %(request_hash)s, %(stream_id)s, %(after_version)s, %(version)s, %(recorded_at)s
)
ON CONFLICT (casino_id, key) DO NOTHING
RETURNING version
