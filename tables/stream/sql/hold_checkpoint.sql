-- hold_checkpoint
--
-- A follower's checkpoint, kept from moving until this transaction ends.
SELECT position FROM projection WHERE casino_id = %(casino_id)s AND name = %(name)s FOR UPDATE
