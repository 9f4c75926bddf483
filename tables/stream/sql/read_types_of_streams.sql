-- read_types_of_streams
--
-- The events of some types in several streams, by stream and version: what a page of many tables needs of each day.
SELECT id, NULL::bigint, payload, prev_hash, hash
FROM event
WHERE casino_id = %(casino_id)s
  AND stream_id = ANY (%(stream_ids)s)
  AND type = ANY (%(types)s)
ORDER BY stream_id, version
