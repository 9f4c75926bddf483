-- The record by month: a table's day lies in the month of its date, whole, and so can be archived with it. What no day
-- ends (registers, readers, people, slips) lasts, in a part of its own. And each byte once: the payload that is hashed
-- is spelt by the columns, and the leaf of an event in the tree is made of its hash.
--
-- The months are tables of the schema `record`, in which the application has no rights: it writes through the parent.

CREATE SCHEMA record;

-- As 0001 makes it now; databases from before have other functions, which go with 0006.
CREATE OR REPLACE FUNCTION refuse_change_of_record() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    RAISE EXCEPTION 'The record is append-only: % of % is refused', TG_OP, TG_TABLE_NAME;
END
$$;

-- The month (yyyymm) of a table's day; 0 for a stream that lasts.
CREATE FUNCTION record_month(stream_id text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN stream_id ~ '^table/[^/]+/[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}$'
    THEN replace(left(right(stream_id, 10), 7), '-', '')::integer
    ELSE 0
END;

-- Cache 1: within a stream a later event has the greater id, which is the order that the sealer keeps.
CREATE SEQUENCE event_numbers AS bigint CACHE 1;

CREATE TABLE event_by_month (
    casino_id      integer     NOT NULL,
    month          integer     NOT NULL CHECK (month = record_month(stream_id)),
    id             bigint      NOT NULL DEFAULT nextval('event_numbers'),
    -- The transaction after whose end the event may be sealed: the writer's own, or that of the stream's event
    -- before it where that is greater, so that it never falls along a stream (see append_events.sql).
    xid            xid8        NOT NULL DEFAULT pg_current_xact_id(),
    stream_id      text        NOT NULL,
    version        integer     NOT NULL CHECK (version > 0),
    schema_version integer     NOT NULL,
    event_id       uuid        NOT NULL,
    occurred_at    timestamptz NOT NULL,
    recorded_at    timestamptz NOT NULL,
    type           text        NOT NULL,
    -- As it was hashed, character by character: json, not jsonb.
    data           json        NOT NULL,
    metadata       json        NOT NULL,
    prev_hash      bytea       NOT NULL,
    hash           bytea       NOT NULL,
    CONSTRAINT event_by_month_version_key UNIQUE (casino_id, stream_id, version, month)
) PARTITION BY LIST (month);

CREATE TABLE sealed_event_by_month (
    casino_id integer NOT NULL,
    month     integer NOT NULL,
    position  bigint  NOT NULL CHECK (position > 0),
    event     bigint  NOT NULL,
    type      text    NOT NULL
) PARTITION BY LIST (month);

-- Where a month has no part of its own yet. The other parts are made like it (open_record_month). Its keys leave out
-- what is unique without it: all casinos share the numbers, and an identity is nobody else's.
CREATE TABLE record.event_rest PARTITION OF event_by_month DEFAULT;
ALTER TABLE record.event_rest ADD CONSTRAINT event_rest_pkey PRIMARY KEY (id);
ALTER TABLE record.event_rest ADD CONSTRAINT event_rest_event_id_key UNIQUE (event_id);
CREATE INDEX event_rest_xid_idx ON record.event_rest (casino_id, xid);

CREATE TABLE record.sealed_event_rest PARTITION OF sealed_event_by_month DEFAULT;
ALTER TABLE record.sealed_event_rest ADD CONSTRAINT sealed_event_rest_pkey PRIMARY KEY (casino_id, position);
ALTER TABLE record.sealed_event_rest ADD CONSTRAINT sealed_event_rest_event_key UNIQUE (event);
-- Types by stretches of 1,024 positions: all events of a type in a stretch are one entry, which takes a tenth of the
-- room of an entry for each.
CREATE INDEX sealed_event_rest_type_idx ON record.sealed_event_rest (casino_id, type, (position >> 10));

-- Makes a table like the rest, that is to be a part of 'event' or 'sealed_event', guarded as the parent is: a statement
-- that names a part fires its own trigger only. In a `closed` one nothing can be recorded. It belongs to the owner of the
-- record, whoever calls; the application may not.
CREATE FUNCTION make_record_part(kind text, part text, closed boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public
AS $$
BEGIN
    IF kind NOT IN ('event', 'sealed_event') THEN
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
REVOKE ALL ON FUNCTION make_record_part FROM PUBLIC;

-- Makes the part of a month in one of the two tables, or that of what lasts (0), and says whether it was missing. What
-- lay in the rest for want of it moves in. For the application, by the rights of the owner: it can make months, and no
-- more. One table at a time: whoever reads both holds them in either order. The wait is short, for behind it all wait
-- that would read.
CREATE FUNCTION open_record_month(kind text, wanted integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public
SET lock_timeout = '500ms'
AS $$
DECLARE
    part text := CASE wanted WHEN 0 THEN 'lasting' ELSE wanted::text END;
    parent regclass;
BEGIN
    IF wanted <> 0 AND (
        wanted % 100 NOT BETWEEN 1 AND 12 OR wanted > to_char(now() + interval '1 year', 'YYYYMM')::integer
    ) THEN
        RAISE EXCEPTION 'There is no month % to open', wanted USING ERRCODE = 'invalid_parameter_value';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('open_record_month'));
    IF to_regclass(format('record.%s_%s', kind, part)) IS NOT NULL THEN
        RETURN false;
    END IF;
    PERFORM public.make_record_part(kind, part, false);
    SELECT inhparent INTO parent FROM pg_inherits WHERE inhrelid = format('record.%s_rest', kind)::regclass;
    EXECUTE format('LOCK TABLE record.%s_rest IN ACCESS EXCLUSIVE MODE', kind);
    EXECUTE format('ALTER TABLE record.%s_rest DISABLE TRIGGER USER', kind);
    EXECUTE format(
        'WITH moved AS (DELETE FROM record.%1$s_rest WHERE month = %3$s RETURNING *)'
        ' INSERT INTO record.%1$s_%2$s SELECT * FROM moved', kind, part, wanted
    );
    EXECUTE format('ALTER TABLE record.%s_rest ENABLE TRIGGER USER', kind);
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION record.%s_%s FOR VALUES IN (%s)', parent, kind, part, wanted);
    RETURN true;
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON record.event_rest
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON record.sealed_event_rest
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record();

SELECT open_record_month('event', 0), open_record_month('sealed_event', 0);
