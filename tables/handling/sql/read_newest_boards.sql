-- read_newest_boards
--
-- The state of the newest day of every table of a casino.
-- known  The hashes of the events at which the caller knows states already: a state of hundreds of kilobytes is then
--        not sent again. A floor is read after every event of any of its tables, and most tables have not moved.
-- rows   As in hold_newest_board, of all of them.
SELECT DISTINCT ON ("table")
    "table",
    hash,
    xmin::text,
    CASE
        WHEN (hash, xmin::text) IN (SELECT * FROM unnest(%(known)s::bytea[], %(rows)s::text[])) THEN NULL
        ELSE state::text
    END
FROM house_board
WHERE casino_id = %(casino_id)s
ORDER BY "table", day DESC
