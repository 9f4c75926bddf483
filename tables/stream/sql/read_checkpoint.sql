-- read_checkpoint
--
-- Where a projection stands for one casino.
SELECT position, version, status FROM projection WHERE casino_id = %(casino_id)s AND name = %(name)s
