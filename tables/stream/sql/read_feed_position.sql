-- read_feed_position
--
-- How far a casino's feed is sealed; no row before its first event is.
SELECT position FROM seal_head WHERE casino_id = %(casino_id)s
