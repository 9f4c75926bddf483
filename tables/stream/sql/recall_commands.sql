-- recall_commands
--
-- Which of these idempotency keys were used before, each with the hash of its request.
SELECT key, request_hash
FROM command
WHERE casino_id = %(casino_id)s AND key = ANY(%(keys)s::text[])
