-- hold_seal_head
--
-- Keep the sealer of one casino from moving its head until this transaction ends.
SELECT position FROM seal_head WHERE casino_id = %(casino_id)s FOR UPDATE
