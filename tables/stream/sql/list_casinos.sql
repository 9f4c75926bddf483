-- list_casinos
--
-- Casinos that have a feed.
SELECT casino_id FROM seal_head ORDER BY casino_id
