-- find_casinos_behind
--
-- Casinos whose feed has gone on since a follower last looked, or whose rows another version of it made.
SELECT head.casino_id
FROM seal_head AS head
LEFT JOIN projection ON projection.casino_id = head.casino_id AND projection.name = %(name)s
WHERE coalesce(projection.position, 0) < head.position OR projection.version <> %(version)s
ORDER BY head.casino_id
