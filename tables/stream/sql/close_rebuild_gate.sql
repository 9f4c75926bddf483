-- close_rebuild_gate
--
-- Wait for the appends under way in a casino and keep new ones out until this transaction ends.
SELECT pg_advisory_xact_lock(%(gate)s::integer, %(casino_id)s::integer)
