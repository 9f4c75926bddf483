-- cash_without_box
--
-- Tables whose cash waits for its next box, of a casino that has boxes, each with its newest gaming day. A state is
-- large, so only those of days in question are read.
SELECT newest."table"::text, newest.day::text
FROM (
    SELECT "table", max(day) AS day FROM house_board WHERE casino_id = %(casino_id)s GROUP BY "table"
) AS newest
JOIN house_board AS board
    ON board.casino_id = %(casino_id)s AND board."table" = newest."table" AND board.day = newest.day
WHERE newest.day BETWEEN %(since)s::text AND %(until)s::text
    AND EXISTS (SELECT FROM drop_box AS box WHERE box.casino_id = %(casino_id)s)
    AND board.state #> '{cash,box}' = 'null'::jsonb AND board.state #>> '{cash,recorded}' <> '0'
    AND (board.state #> '{cash,taken}' <> '[]'::jsonb OR board.state #> '{cash,removed}' <> '[]'::jsonb)
