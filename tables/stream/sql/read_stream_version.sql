-- read_stream_version
--
-- The version at which a stream stands; 0 before its first event.
SELECT coalesce(max(version), 0)
FROM event
WHERE casino_id = %(casino_id)s AND month = %(month)d AND stream_id = %(stream_id)s
