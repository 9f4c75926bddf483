-- read_positions
--
-- How far the feeds of these casinos have come, those first that were sequenced last: they are at work.
SELECT casino_id, position
FROM seal_head
WHERE casino_id = ANY (%(casino_ids)s::integer[]) AND position > 0
ORDER BY sealed_at DESC NULLS LAST
