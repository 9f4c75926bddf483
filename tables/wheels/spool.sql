-- What a gateway keeps on disk of its own: see spool.py.

-- name: schema
CREATE TABLE IF NOT EXISTS reader (
    casino_id   INTEGER NOT NULL,
    reader      TEXT NOT NULL,
    state       BLOB NOT NULL,
    PRIMARY KEY (casino_id, reader)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS waiting (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    casino_id   INTEGER NOT NULL,
    reader      TEXT NOT NULL,
    observation BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS waiting_by_reader ON waiting (casino_id, reader, id);
CREATE TABLE IF NOT EXISTS set_aside (
    id          INTEGER PRIMARY KEY,
    casino_id   INTEGER NOT NULL,
    reader      TEXT NOT NULL,
    observation BLOB NOT NULL,
    reason      TEXT NOT NULL,
    set_aside_at TEXT NOT NULL,
    refusal     BLOB
);
CREATE TABLE IF NOT EXISTS register (
    only        INTEGER PRIMARY KEY CHECK (only = 1),
    readers     BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS identity (
    only        INTEGER PRIMARY KEY CHECK (only = 1),
    id          TEXT NOT NULL
);

-- name: identify
INSERT INTO identity (only, id) SELECT 1, ? WHERE NOT EXISTS (SELECT 1 FROM identity);

-- name: identity
SELECT id FROM identity;

-- name: keep_state
-- The driver's memory after the observations of the same transaction.
INSERT INTO reader (casino_id, reader, state) VALUES (?, ?, ?)
ON CONFLICT (casino_id, reader) DO UPDATE SET state = excluded.state;

-- name: keep_observation
INSERT INTO waiting (casino_id, reader, observation) VALUES (?, ?, ?);

-- name: state
SELECT state FROM reader WHERE casino_id = ? AND reader = ?;

-- name: next_waiting
SELECT id, observation FROM waiting WHERE casino_id = ? AND reader = ? AND id > ? ORDER BY id LIMIT ?;

-- name: readers_waiting
SELECT DISTINCT casino_id, reader FROM waiting;

-- name: count_waiting
SELECT count(*) FROM waiting;

-- name: oldest_waiting
SELECT observation FROM waiting ORDER BY id LIMIT 1;

-- name: delivered
DELETE FROM waiting WHERE id = ?;

-- name: set_aside
INSERT OR IGNORE INTO set_aside (id, casino_id, reader, observation, reason, set_aside_at, refusal)
SELECT id, casino_id, reader, observation, ?, ?, ? FROM waiting WHERE id = ?;

-- name: list_set_aside
SELECT id, casino_id, reader, observation, reason, set_aside_at, refusal FROM set_aside ORDER BY id;

-- name: columns_of_set_aside
SELECT name FROM pragma_table_info('set_aside');

-- name: add_refusal
-- To the file of an older release.
ALTER TABLE set_aside ADD COLUMN refusal BLOB;

-- name: rows_set_aside
SELECT id FROM set_aside ORDER BY id;

-- name: read_set_aside
SELECT id, casino_id, reader, observation, reason, set_aside_at, refusal FROM set_aside WHERE id = ?;

-- name: refuse_again
UPDATE set_aside SET reason = ?, refusal = ? WHERE id = ?;

-- name: drop_set_aside
DELETE FROM set_aside WHERE id = ?;

-- name: put_back
-- Behind what waits already: its own moment has passed.
INSERT INTO waiting (casino_id, reader, observation) SELECT casino_id, reader, observation FROM set_aside ORDER BY id;

-- name: forget_set_aside
DELETE FROM set_aside;

-- name: remember_register
INSERT INTO register (only, readers) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET readers = excluded.readers;

-- name: register
SELECT readers FROM register;
