-- open_coming_months
--
-- Make the parts of this month and of the next two in one of the record's tables, where they are missing, and name those
-- that were made.
SELECT month
FROM (
    SELECT to_char(now() + make_interval(months => ahead), 'YYYYMM')::integer AS month
    FROM generate_series(0, 2) AS ahead
) AS coming
WHERE open_record_month(%(kind)s, month)
