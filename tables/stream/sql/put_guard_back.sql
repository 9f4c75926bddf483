-- put_guard_back
--
-- The end of what set_guard_aside began.
ALTER TABLE event ENABLE TRIGGER pgtrigger_append_only_d8304
