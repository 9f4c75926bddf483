-- put_guard_back
--
-- The end of what set_guard_aside began.
ALTER TABLE event ENABLE TRIGGER append_only
