-- The record. Every key begins with casino_id, so that one house or many share the schema.

CREATE TABLE event (
    casino_id      integer     NOT NULL,
    -- Cache 1: within a stream a later event has the greater id, which is the order that the sealer keeps.
    id             bigint      GENERATED ALWAYS AS IDENTITY (CACHE 1),
    -- The transaction after whose end the event may be sealed: the writer's own, or that of the stream's event
    -- before it where that is greater, so that it never falls along a stream (see append_events.sql).
    xid            xid8        NOT NULL DEFAULT pg_current_xact_id(),
    stream_id      text        NOT NULL,
    version        integer     NOT NULL CHECK (version > 0),
    event_id       uuid        NOT NULL,
    type           text        NOT NULL,
    schema_version integer     NOT NULL,
    data           jsonb       NOT NULL,
    payload        bytea       NOT NULL,
    metadata       jsonb       NOT NULL,
    occurred_at    timestamptz NOT NULL,
    recorded_at    timestamptz NOT NULL,
    prev_hash      bytea       NOT NULL,
    hash           bytea       NOT NULL,
    CONSTRAINT event_pkey PRIMARY KEY (casino_id, id),
    CONSTRAINT event_version_key UNIQUE (casino_id, stream_id, version),
    CONSTRAINT event_event_id_key UNIQUE (casino_id, event_id)
);
CREATE INDEX event_xid_idx ON event (casino_id, xid);

CREATE TABLE sealed_event (
    casino_id integer NOT NULL,
    position  bigint  NOT NULL CHECK (position > 0),
    event     bigint  NOT NULL,
    type      text    NOT NULL,
    leaf_hash bytea   NOT NULL,
    CONSTRAINT sealed_event_pkey PRIMARY KEY (casino_id, position),
    CONSTRAINT sealed_event_event_key UNIQUE (casino_id, event)
);
CREATE INDEX sealed_event_type_idx ON sealed_event (casino_id, type, position);

CREATE TABLE seal_head (
    casino_id integer PRIMARY KEY,
    position  bigint  NOT NULL DEFAULT 0,
    -- Every event of a transaction before this one is sealed.
    below     xid8    NOT NULL DEFAULT '0',
    sealed_at timestamptz
);

CREATE TABLE command (
    casino_id     integer     NOT NULL,
    key           text        NOT NULL,
    request_hash  bytea       NOT NULL,
    stream_id     text        NOT NULL,
    after_version integer     NOT NULL,
    version       integer     NOT NULL,
    recorded_at   timestamptz NOT NULL,
    CONSTRAINT command_pkey PRIMARY KEY (casino_id, key)
);

CREATE TABLE projection (
    casino_id integer NOT NULL,
    name      text    NOT NULL,
    version   integer NOT NULL,
    position  bigint  NOT NULL DEFAULT 0,
    status    text    NOT NULL DEFAULT 'live',
    CONSTRAINT projection_pkey PRIMARY KEY (casino_id, name)
);

-- For each statement, not each row: a statement that would touch no row is refused as well, and a TRUNCATE has none.
CREATE FUNCTION refuse_change_of_record() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    RAISE EXCEPTION 'The record is append-only: % of % is refused', TG_OP, TG_TABLE_NAME;
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sealed_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record();
