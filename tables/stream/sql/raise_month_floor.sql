-- raise_month_floor
--
-- Raise the floor to the month before the last, where no event of an earlier month waits, and return it.
SELECT raise_month_floor()
