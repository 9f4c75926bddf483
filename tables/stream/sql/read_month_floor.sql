-- read_month_floor
--
-- The month (yyyymm) from which on the sequencer has to look for new events; those of earlier ones are noted as late.
SELECT month FROM month_floor
