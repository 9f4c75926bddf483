-- find_casinos_of_month
--
-- The casinos that have days in a month.
SELECT DISTINCT casino_id FROM event WHERE month = %(month)s ORDER BY casino_id
