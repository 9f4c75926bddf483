-- find_unsigned_casinos
--
-- Casinos whose feed does not end where their last checkpoint does, those first that were sealed last: they are at work.
SELECT head.casino_id
FROM seal_head AS head
WHERE head.casino_id = ANY (%(active)s::integer[])
  AND head.position <> coalesce(
    (SELECT max(size) FROM checkpoint WHERE checkpoint.casino_id = head.casino_id), 0
  )
ORDER BY head.sealed_at DESC NULLS LAST
