-- recall_command
--
-- What came of an idempotency key that was used before.
SELECT request_hash, stream_id, after_version, version
FROM command
WHERE casino_id = %(casino_id)s AND key = %(key)s
