-- What runs with the rights of the owner, written so that no session can put a name of its own in the place of one that
-- it uses: every name has its schema, and pg_temp, which PostgreSQL otherwise searches first for tables and types, is
-- searched last.
--
-- And the guards of the record as plain triggers: only the owner of a table can disable them. Those of django-pgtrigger
-- obeyed the setting pgtrigger.ignore, which any session may set.

CREATE OR REPLACE FUNCTION public.refuse_change_of_record() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RAISE EXCEPTION 'The record is append-only: % of % is refused', TG_OP, TG_TABLE_NAME;
END
$$;

DO $$
DECLARE
    old record;
    guarded regclass;
BEGIN
    FOR old IN
        SELECT trigger.tgname, trigger.tgrelid::regclass AS guarded
        FROM pg_trigger AS trigger JOIN pg_proc AS function ON function.oid = trigger.tgfoid
        WHERE function.proname LIKE 'pgtrigger\_append\_only\_%' AND NOT trigger.tgisinternal
    LOOP
        EXECUTE format('DROP TRIGGER %I ON %s', old.tgname, old.guarded);
    END LOOP;
    FOR old IN
        SELECT oid::regprocedure AS function FROM pg_proc
        WHERE proname LIKE 'pgtrigger\_append\_only\_%' AND pronamespace = 'public'::regnamespace
    LOOP
        EXECUTE format('DROP FUNCTION %s', old.function);
    END LOOP;
    FOR guarded IN
        SELECT oid::regclass FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relname IN (
            'event', 'sealed_event', 'merkle_tile', 'checkpoint', 'witness_signature',
            'archived_month', 'attached_month', 'archived_run'
        ) OR relnamespace = 'record'::regnamespace AND relkind = 'r'
    LOOP
        EXECUTE format(
            'CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s'
            ' FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change_of_record()', guarded
        );
    END LOOP;
END
$$;

-- A claim of an idempotency key stays as it is. Only the transaction that has made it may give it back: a row that this
-- session sees, and whose transaction still runs, is its own (a savepoint has a later id than its transaction).
CREATE FUNCTION public.refuse_change_of_command() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    whole bigint := pg_current_xact_id()::text::bigint;
    made bigint;
BEGIN
    IF TG_OP = 'DELETE' THEN
        made := (whole >> 32 << 32) + OLD.xmin::text::bigint;
        made := CASE WHEN made < whole THEN made + (1::bigint << 32) ELSE made END;
        IF made < whole + (1::bigint << 31) AND pg_xact_status(made::text::xid8) = 'in progress' THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'A claimed idempotency key stays: % of % is refused', TG_OP, TG_TABLE_NAME;
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON command
    FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change_of_command();
CREATE TRIGGER own_claim_only BEFORE DELETE ON command
    FOR EACH ROW EXECUTE FUNCTION public.refuse_change_of_command();

-- Makes a table like the rest, that is to be a part of 'event' or 'sealed_event', guarded as the parent is: a statement
-- that names a part fires its own trigger only. In a `closed` one nothing can be recorded. It belongs to the owner of the
-- record, also where a superuser calls it; the application may not.
CREATE OR REPLACE FUNCTION public.make_record_part(kind text, part text, closed boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF kind IS NULL OR kind NOT IN ('event', 'sealed_event') THEN
        RAISE EXCEPTION '% has no parts', kind USING ERRCODE = 'invalid_parameter_value';
    END IF;
    EXECUTE format('CREATE TABLE record.%1$I (LIKE record.%2$I INCLUDING ALL)', kind || '_' || part, kind || '_rest');
    EXECUTE format(
        'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON record.%I'
        ' FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change_of_record()', kind || '_' || part
    );
    IF closed THEN
        EXECUTE format('ALTER TABLE record.%I ADD CONSTRAINT archived CHECK (false)', kind || '_' || part);
    END IF;
END
$$;
REVOKE ALL ON FUNCTION public.make_record_part FROM PUBLIC;

-- Makes the part of a month (yyyymm) in one of the two tables, or that of what lasts (0), and says whether it was missing.
-- Rows of the month that lay in the rest move in. For the owner. One table at a time: whoever reads both holds them in
-- either order. The wait is short, for behind it all wait that would read.
CREATE FUNCTION public.make_record_month(kind text, wanted integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
    part text := CASE wanted WHEN 0 THEN 'lasting' ELSE wanted::text END;
    parent regclass;
BEGIN
    IF kind IS NULL OR kind NOT IN ('event', 'sealed_event') THEN
        RAISE EXCEPTION '% has no parts', kind USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF wanted IS NULL OR wanted <> 0 AND (wanted NOT BETWEEN 100 AND 999999 OR wanted % 100 NOT BETWEEN 1 AND 12) THEN
        RAISE EXCEPTION 'There is no month % to open', wanted USING ERRCODE = 'invalid_parameter_value';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('open_record_month'));
    IF to_regclass(format('record.%I', kind || '_' || part)) IS NOT NULL THEN
        RETURN false;
    END IF;
    PERFORM public.make_record_part(kind, part, false);
    SELECT inhparent INTO parent FROM pg_catalog.pg_inherits WHERE inhrelid = format('record.%I', kind || '_rest')::regclass;
    EXECUTE format('LOCK TABLE record.%I IN ACCESS EXCLUSIVE MODE', kind || '_rest');
    EXECUTE format('ALTER TABLE record.%I DISABLE TRIGGER USER', kind || '_rest');
    EXECUTE format(
        'WITH moved AS (DELETE FROM record.%1$I WHERE month = %3$s RETURNING *)'
        ' INSERT INTO record.%2$I SELECT * FROM moved', kind || '_rest', kind || '_' || part, wanted
    );
    EXECUTE format('ALTER TABLE record.%I ENABLE TRIGGER USER', kind || '_rest');
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION record.%I FOR VALUES IN (%s)', parent, kind || '_' || part, wanted);
    RETURN true;
END
$$;
REVOKE ALL ON FUNCTION public.make_record_month FROM PUBLIC;

-- The same for the sequencer, by the rights of the owner, and only for months near now: a part for each month that
-- anybody names would make every look at the record longer.
CREATE OR REPLACE FUNCTION public.open_record_month(kind text, wanted integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
    today timestamp := now() AT TIME ZONE interval '0';  -- a session can give the name UTC another meaning
BEGIN
    IF wanted IS NULL OR wanted NOT BETWEEN to_char(today - interval '1 month', 'YYYYMM')::integer
        AND to_char(today + interval '3 months', 'YYYYMM')::integer
    THEN
        RAISE EXCEPTION 'The month % is not near now: its events lie in the rest', wanted
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    RETURN public.make_record_month(kind, wanted);
END
$$;

-- A checkpoint that somebody else put at a size does not keep the casino's own from it.
ALTER TABLE checkpoint DROP CONSTRAINT checkpoint_pkey,
    ADD CONSTRAINT checkpoint_pkey PRIMARY KEY (casino_id, size, signature);
