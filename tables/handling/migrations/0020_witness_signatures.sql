-- The only way in for cosignatures. No service may INSERT into `witness_signature` any more: it calls this function, which
-- runs with the rights of the owner. It refuses a signature
-- - under a checkpoint that is not stored, or beyond the feed;
-- - by a name and key (by its four bytes of identity, with which the signature begins) that the casino has not registered as a
--   witness, or has withdrawn;
-- - that does not have the 76 bytes of a cosignature: identity, time, Ed25519.
--
-- PostgreSQL cannot check Ed25519. So a caller that lies can still add 64 false bytes under a registered key: whoever reads
-- the signatures verifies them with the key, and passes a false one over. It can give neither another time of arrival nor
-- another casino's witness.
--
-- Returns false if the signature is stored already.
CREATE FUNCTION public.add_witness_signature(of_casino integer, of_size bigint, witness text, signed bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM public.checkpoint AS stored JOIN public.seal_head AS head USING (casino_id)
        WHERE stored.casino_id = of_casino AND stored.size = of_size AND stored.size <= head.position
    ) THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'checkpoint', MESSAGE = format(
            'Casino %s has no checkpoint of %s events.', of_casino, of_size
        );
    ELSIF NOT EXISTS (
        SELECT FROM public.house_register_entry AS entry
        WHERE entry.casino_id = of_casino AND entry.kind = 'witness' AND NOT entry.withdrawn
          AND split_part(entry.state #>> '{values,public_key}', '+', 1) = witness
          AND split_part(entry.state #>> '{values,public_key}', '+', 2) = encode(substring(signed FROM 1 FOR 4), 'hex')
    ) THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'witness', MESSAGE = format(
            'Casino %s has not registered the key of witness %s.', of_casino, witness
        );
    ELSIF octet_length(signed) <> 76 THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'signature', MESSAGE = format(
            'A cosignature has 76 bytes, not %s.', octet_length(signed)
        );
    END IF;
    INSERT INTO public.witness_signature (casino_id, size, name, signature, added_at)
    VALUES (of_casino, of_size, witness, signed, clock_timestamp())
    ON CONFLICT DO NOTHING;
    RETURN FOUND;
END
$$;
REVOKE ALL ON FUNCTION public.add_witness_signature FROM PUBLIC;

-- A role that could INSERT may call the function instead.
DO $$
DECLARE
    service text;
BEGIN
    FOR service IN
        SELECT DISTINCT grantee::regrole::text
        FROM pg_class, aclexplode(relacl)
        WHERE oid = 'public.witness_signature'::regclass AND privilege_type = 'INSERT' AND grantee NOT IN (0, relowner)
    LOOP
        EXECUTE format('REVOKE INSERT ON public.witness_signature FROM %s', service);
        EXECUTE format('GRANT EXECUTE ON FUNCTION public.add_witness_signature TO %s', service);
    END LOOP;
END
$$;
REVOKE INSERT ON public.witness_signature FROM PUBLIC;
