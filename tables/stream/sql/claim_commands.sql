-- claim_commands
--
-- What claim_command does, for several keys; a key that is taken brings no row back.
INSERT INTO command (casino_id, key, request_hash, stream_id, after_version, version, recorded_at)
SELECT %(casino_id)s, key, request_hash, stream_id, after_version, version, %(recorded_at)s
FROM unnest(
    %(keys)s::text[], %(request_hashes)s::bytea[], %(stream_ids)s::text[], %(after_versions)s::integer[],
    %(versions)s::integer[]
) AS handed (key, request_hash, stream_id, after_version, version)
ORDER BY key
ON CONFLICT (casino_id, key) DO NOTHING
RETURNING version
