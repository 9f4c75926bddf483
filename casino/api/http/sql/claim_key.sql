-- claim_key
--
-- Takes an idempotency key of a client for one request. A row comes back if the key was new; one whose time is over is
-- new again. Whoever comes second waits here until the first has stored its answer or given up.
INSERT INTO api_firstanswer (casino_id, client_id, key, request_hash, body, expires_at)
VALUES (%(casino_id)s, %(client_id)s, %(key)s, %(request_hash)s, '', %(expires_at)s)
ON CONFLICT (casino_id, client_id, key) DO UPDATE
SET request_hash = excluded.request_hash, status = NULL, body = '', expires_at = excluded.expires_at
WHERE api_firstanswer.expires_at <= %(now)s
RETURNING true
