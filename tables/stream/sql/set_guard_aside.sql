-- set_guard_aside
--
-- Let this transaction change events. Its lock (SHARE ROW EXCLUSIVE) waits for whoever writes in the table and keeps
-- all others from it until the transaction ends, so nobody else ever finds the guard away; and the guard is back
-- however the transaction ends. It takes the owner of the table. (session_replication_role would take a superuser,
-- and put away every trigger and foreign key in the database.)
ALTER TABLE event DISABLE TRIGGER append_only
