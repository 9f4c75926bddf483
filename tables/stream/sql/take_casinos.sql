-- take_casinos
--
-- Become the sealer of every casino that this session does not seal yet and no other session does.
SELECT casino_id
FROM (SELECT casino_id FROM seal_head WHERE casino_id <> ALL (%(active)s::integer[]) OFFSET 0) AS free
WHERE pg_try_advisory_lock(%(sealer)s::integer, casino_id)
