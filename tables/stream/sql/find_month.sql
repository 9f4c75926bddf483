-- find_month
--
-- Where the days of a month stand in a casino's feed: the first and the last position, how many events have one, and how
-- many events there are.
SELECT min(position), max(position), count(*),
    (SELECT count(*) FROM event WHERE casino_id = %(casino_id)s AND month = %(month)s)
FROM sealed_event
WHERE casino_id = %(casino_id)s AND month = %(month)s
