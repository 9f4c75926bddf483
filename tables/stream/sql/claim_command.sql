-- claim_command
--
-- Take an idempotency key, with what comes of it. Whoever claims the same key meanwhile waits here until this
-- transaction ends, and then finds the key taken or free.
INSERT INTO command (casino_id, key, request_hash, stream_id, after_version, version, recorded_at)
VALUES (
    %(casino_id)s, %(key)s, %(request_hash)s, %(stream_id)s, %(after_version)s, %(version)s, %(recorded_at)s
)
