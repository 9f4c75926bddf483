-- The trigger that refuses an unbalanced posting, as a plain one: that of django-pgtrigger obeyed the setting
-- pgtrigger.ignore, which any session may set, and looked at whatever table the session called ledger_entry.

CREATE FUNCTION public.refuse_unbalanced_posting() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    posted public.ledger_entry;
    unbalanced record;
BEGIN
    posted := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    SELECT currency, sum(amount) AS sum INTO unbalanced FROM public.ledger_entry
    WHERE casino_id = posted.casino_id AND stream_id = posted.stream_id AND version = posted.version
    GROUP BY currency HAVING sum(amount) <> 0 LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'The posting of event % of % is not balanced: % % are left over',
            posted.version, posted.stream_id, unbalanced.sum, unbalanced.currency
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END
$$;
DROP TRIGGER IF EXISTS pgtrigger_balanced_57e32 ON ledger_entry;
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT OR UPDATE OR DELETE ON ledger_entry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.refuse_unbalanced_posting();
DROP FUNCTION IF EXISTS public.pgtrigger_balanced_57e32();
DROP FUNCTION IF EXISTS public._pgtrigger_should_ignore(name);
