-- note_attached_month
--
-- Say that a month is in the database again.
INSERT INTO attached_month (casino_id, month, number, attached_at)
VALUES (%(casino_id)s, %(month)s, %(number)s, %(now)s::timestamptz)
RETURNING number
