-- The Merkle tree over each casino's feed, and what the house and its witnesses have signed of it.

CREATE TABLE merkle_tile (
    casino_id integer  NOT NULL,
    -- A hash of level 0 is a leaf, one of level n the root of 256^n leaves.
    level     smallint NOT NULL CHECK (level >= 0),
    -- From 0: the tile holds the hashes 256 * number to 256 * number + 255 of its level.
    number    bigint   NOT NULL CHECK (number >= 0),
    hashes    bytea    NOT NULL CHECK (octet_length(hashes) = 256 * 32),
    -- The hash that the 256 make, and one of the 256 of a tile of the next level.
    root      bytea    NOT NULL CHECK (octet_length(root) = 32),
    CONSTRAINT merkle_tile_pkey PRIMARY KEY (casino_id, level, number)
);
-- Hashes do not compress; so nobody tries.
ALTER TABLE merkle_tile ALTER COLUMN hashes SET STORAGE EXTERNAL;

CREATE TABLE checkpoint (
    casino_id integer     NOT NULL,
    size      bigint      NOT NULL CHECK (size > 0),
    root      bytea       NOT NULL CHECK (octet_length(root) = 32),
    -- The first line of the note, and the name of the key.
    origin    text        NOT NULL,
    -- The public key with which the signature can be checked. Who trusts it has it from elsewhere.
    vkey      text        NOT NULL,
    -- The key's four bytes of identity, then 64 bytes of Ed25519.
    signature bytea       NOT NULL CHECK (octet_length(signature) = 68),
    signed_at timestamptz NOT NULL,
    CONSTRAINT checkpoint_pkey PRIMARY KEY (casino_id, size)
);

CREATE TABLE witness_signature (
    casino_id integer     NOT NULL,
    size      bigint      NOT NULL,
    name      text        NOT NULL,
    signature bytea       NOT NULL,
    added_at  timestamptz NOT NULL,
    CONSTRAINT witness_signature_pkey PRIMARY KEY (casino_id, size, name, signature)
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON merkle_tile
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON witness_signature
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record();
