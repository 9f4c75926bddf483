-- try_sealing_alone
--
-- Keep sealers out of a casino until this transaction ends; false if one is active.
SELECT pg_try_advisory_xact_lock(%(sealer)s::integer, %(casino_id)s::integer)
