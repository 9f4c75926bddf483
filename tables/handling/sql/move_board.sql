-- move_board
--
-- A table's day as it stands after its newest event.
INSERT INTO house_board (casino_id, "table", day, stream_id, version, hash, state, next_at)
VALUES (
    %(casino_id)s, %(table)s, %(day)s, %(stream_id)s, %(version)s, %(hash)s, %(state)s::jsonb, %(next_at)s
)
ON CONFLICT (casino_id, "table", day) DO UPDATE
SET version = excluded.version, hash = excluded.hash, state = excluded.state, next_at = excluded.next_at
RETURNING xmin::text
