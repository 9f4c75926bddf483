-- read_newest_boards
--
-- The state of the newest day of every table of a casino.
-- known  The hashes of the events at which the caller knows states already: a state of hundreds of kilobytes is then
--        not sent again. A floor is read after every event of any of its tables, and most tables have not moved.
SELECT DISTINCT ON ("table")
    "table",
    hash,
    CASE WHEN hash = ANY(%(known)s::bytea[]) THEN NULL ELSE state::text END
FROM house_board
WHERE casino_id = %(casino_id)s
ORDER BY "table", day DESC
