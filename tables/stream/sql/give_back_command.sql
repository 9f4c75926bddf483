-- give_back_command
--
-- Undo a claim of this transaction whose events found no place.
DELETE FROM command WHERE casino_id = %(casino_id)s AND key = %(key)s
