-- The only way in. No service may INSERT into `event` any more: it calls append_events, which runs with the rights of the
-- owner and works out itself everything by which an event follows its stream. A caller cannot give a false version,
-- hash, month or transaction, because it gives none.

-- The bytes of an event that are hashed, spelt from its columns as tables/stream/hashing.py spells them.
--
-- The time zone is an interval: a session can give the name UTC another meaning by its setting TimeZone.
CREATE OR REPLACE FUNCTION public.event_payload(
    casino integer, stream text, version integer, event_id uuid, type text, schema_version integer,
    data json, metadata json, occurred_at timestamptz, recorded_at timestamptz
) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
    RETURN convert_to(concat(
        '{"casino":', casino,
        ',"data":', data,
        ',"event_id":"', event_id,
        '","metadata":', metadata,
        ',"occurred_at":"', to_char(
            occurred_at AT TIME ZONE interval '0', CASE date_trunc('second', occurred_at)
            WHEN occurred_at THEN 'YYYY-MM-DD"T"HH24:MI:SS"Z"' ELSE 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"' END
        ),
        '","recorded_at":"', to_char(
            recorded_at AT TIME ZONE interval '0', CASE date_trunc('second', recorded_at)
            WHEN recorded_at THEN 'YYYY-MM-DD"T"HH24:MI:SS"Z"' ELSE 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"' END
        ),
        '","schema_version":', schema_version,
        ',"stream":', to_json(stream),
        ',"type":', to_json(type),
        ',"version":', version,
        '}'
    ), 'UTF8');
END
$$;

-- The latest recorded_at that an append may give: the clocks of two machines may differ by five minutes. A function of
-- its own, so that tests can play days that have not come yet.
CREATE OR REPLACE FUNCTION public.latest_recorded_at() RETURNS timestamptz
LANGUAGE sql VOLATILE
RETURN clock_timestamp() + interval '5 minutes';
REVOKE ALL ON FUNCTION public.latest_recorded_at FROM PUBLIC;

-- Appends events to a stream, in the caller's transaction: each with the next version, chained onto the hash of the event
-- before it. Returns a row for each, or no row if the stream is not at the expected version.
--
-- gate         The append announces itself to rebuilds of this casino's inline projections: shared among all appends, held
--              to the end of the transaction. Only the swap of a rebuild takes this lock alone.
-- lock         Writers of a stream come one after the other: the second waits for the transaction of the first, and then
--              sees its events. ON CONFLICT instead of the lock adds a third to the insert, because the server maps the
--              keys of the month's part anew each time.
-- head.xid     The sequencer takes events whose xid has fallen behind every running transaction. A transaction may have
--              got its id long before it appends here, and then be older than the one that wrote the event before its
--              own. The greater of the two keeps a stream's second event from being sequenced while its first waits.
-- recorded_at  A caller that waited for another is a moment behind the head and gets the head's time. A caller that is
--              further behind or ahead has a wrong clock, or lies.
-- document     An export writes each event on one line, and readers expect an object.
CREATE OR REPLACE FUNCTION public.append_events(
    of_casino integer, to_stream text, expected_version integer, event_ids uuid[], types text[],
    schema_versions integer[], documents json[], metadata json[], occurred timestamptz[], recorded timestamptz
) RETURNS TABLE (id bigint, version integer, prev_hash bytea, hash bytea, recorded_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_variable
DECLARE
    longest_wait CONSTANT interval := '10 minutes';
    -- REBUILD_GATE in tables/stream/database.py.
    rebuild_gate CONSTANT integer := 27262;
    of_month integer := public.record_month(to_stream);
    of_transaction xid8;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(rebuild_gate, of_casino),
        pg_advisory_xact_lock(hashtextextended(to_stream, of_casino));
    SELECT head.version, head.hash, head.xid, head.recorded_at INTO version, hash, of_transaction, recorded_at
    FROM public.event AS head
    WHERE head.casino_id = of_casino AND head.month = of_month AND head.stream_id = to_stream
    ORDER BY head.version DESC
    LIMIT 1;
    version := coalesce(version, 0);
    IF version IS DISTINCT FROM expected_version THEN
        RETURN;
    END IF;
    IF recorded > public.latest_recorded_at() THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'recorded_at', MESSAGE = format(
            '%s: recorded_at %s is ahead of the clock of the database (%s). Set the clocks of both machines.',
            to_stream, recorded, clock_timestamp()
        );
    ELSIF recorded < recorded_at - longest_wait THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'recorded_at', MESSAGE = format(
            '%s: recorded_at %s is before version %s of the stream (%s). Set the clock of this machine.',
            to_stream, recorded, version, recorded_at
        );
    END IF;
    recorded_at := greatest(recorded, recorded_at);
    hash := coalesce(hash, decode(repeat('00', 32), 'hex'));
    of_transaction := greatest(pg_current_xact_id(), of_transaction);
    FOR n IN 1..cardinality(event_ids) LOOP
        IF json_typeof(documents[n]) <> 'object' OR json_typeof(metadata[n]) <> 'object'
            OR concat(documents[n], metadata[n]) ~ '[\n\r]'
        THEN
            RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'document', MESSAGE = format(
                '%s: data and metadata of event %s must be JSON objects on one line', to_stream, event_ids[n]
            );
        ELSIF occurred[n] NOT BETWEEN '0001-01-01 00:00+00' AND '9999-12-31 23:59:59.999999+00' THEN
            RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'occurred_at', MESSAGE = format(
                '%s: occurred_at %s of event %s has no year from 1 to 9999', to_stream, occurred[n], event_ids[n]
            );
        END IF;
        version := version + 1;
        prev_hash := hash;
        hash := sha256(prev_hash || public.event_payload(
            of_casino, to_stream, version, event_ids[n], types[n], schema_versions[n], documents[n], metadata[n],
            occurred[n], recorded_at
        ));
        INSERT INTO public.event AS new (
            casino_id, month, xid, stream_id, version, event_id, type, schema_version, data, metadata, occurred_at,
            recorded_at, prev_hash, hash
        ) VALUES (
            of_casino, of_month, of_transaction, to_stream, version, event_ids[n], types[n], schema_versions[n],
            documents[n], metadata[n], occurred[n], recorded_at, prev_hash, hash
        ) RETURNING new.id INTO id;
        RETURN NEXT;
    END LOOP;
END
$$;
REVOKE ALL ON FUNCTION public.append_events FROM PUBLIC;

-- A role that could INSERT may call the function instead.
DO $$
DECLARE
    service text;
BEGIN
    FOR service IN
        SELECT DISTINCT grantee::regrole::text
        FROM pg_class, aclexplode(relacl)
        WHERE oid = 'public.event'::regclass AND privilege_type = 'INSERT' AND grantee NOT IN (0, relowner)
    LOOP
        EXECUTE format('REVOKE INSERT ON public.event FROM %s', service);
        EXECUTE format('GRANT EXECUTE ON FUNCTION public.append_events TO %s', service);
    END LOOP;
END
$$;
REVOKE INSERT ON public.event FROM PUBLIC;
