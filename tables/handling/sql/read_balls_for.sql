-- read_balls_for
--
-- The balls of a table, its spares, and what lies in the store, by serial number; without those that are withdrawn.
SELECT state::text
FROM house_ball
WHERE casino_id = %(casino_id)s AND "table" IN (%(table)s, %(store)s) AND NOT withdrawn
ORDER BY serial
