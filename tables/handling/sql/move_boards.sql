-- move_boards
--
-- What move_board does, for the days of several tables, in the order of the tables: each value is an array of theirs.
INSERT INTO house_board (casino_id, "table", day, stream_id, version, hash, state, next_at)
SELECT %(casino_id)s, "table", day, stream_id, version, hash, state, next_at
FROM unnest(
    %(table)s::text[], %(day)s::text[], %(stream_id)s::text[], %(version)s::integer[], %(hash)s::bytea[],
    %(state)s::jsonb[], %(next_at)s::timestamptz[]
) AS moved ("table", day, stream_id, version, hash, state, next_at)
ORDER BY "table", day
ON CONFLICT (casino_id, "table", day) DO UPDATE
SET version = excluded.version, hash = excluded.hash, state = excluded.state, next_at = excluded.next_at
RETURNING "table", xmin::text
