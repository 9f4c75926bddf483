-- Notifications of the end of a right, sent with the transaction that ends it. The payload is a subject (subjects.py): it
-- names a row and no secret, because every role of the database may listen.
--
-- Triggers and not the code of the services: a row is also changed by commands of `manage.py`, by bulk statements and by
-- an operator in psql.

-- Notifies of the row as it was. Arguments: the kind of the subject, then the columns whose values name it.
CREATE FUNCTION public.notify_revocation() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    was jsonb := to_jsonb(OLD);
    subject text := TG_ARGV[0];
BEGIN
    FOR argument IN 1 .. TG_NARGS - 1 LOOP
        subject := subject || '/' || (was ->> TG_ARGV[argument]);
    END LOOP;
    PERFORM pg_notify('permanence_revocation', subject);
    RETURN NULL;
END
$$;

-- The key of a session is a secret: the subject has its hash.
CREATE FUNCTION public.notify_end_of_session() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM pg_notify('permanence_revocation', 'session/' || encode(sha256(convert_to(OLD.session_key, 'UTF8')), 'hex'));
    RETURN NULL;
END
$$;

CREATE TRIGGER revoked AFTER UPDATE ON people_person FOR EACH ROW
WHEN ((OLD.casino_id, OLD.role, OLD.standing, OLD.is_active, OLD.password, OLD.session_generation) IS DISTINCT FROM
      (NEW.casino_id, NEW.role, NEW.standing, NEW.is_active, NEW.password, NEW.session_generation))
EXECUTE FUNCTION public.notify_revocation('person', 'id');
CREATE TRIGGER revoked_with_row AFTER DELETE ON people_person FOR EACH ROW
EXECUTE FUNCTION public.notify_revocation('person', 'id');

-- Old sessions are deleted by the thousand, and are no news.
CREATE TRIGGER revoked_with_row AFTER DELETE ON django_session FOR EACH ROW
WHEN (OLD.expire_date > clock_timestamp())
EXECUTE FUNCTION public.notify_end_of_session();

CREATE TRIGGER revoked AFTER UPDATE ON house_casino FOR EACH ROW
WHEN ((OLD.second_factor_roles, OLD.idle_minutes, OLD.password_days) IS DISTINCT FROM
      (NEW.second_factor_roles, NEW.idle_minutes, NEW.password_days))
EXECUTE FUNCTION public.notify_revocation('casino', 'id');

CREATE TRIGGER revoked AFTER UPDATE ON api_apiclient FOR EACH ROW
WHEN ((OLD.casino_id, OLD.revoked_at, OLD.scopes, OLD.client_secret) IS DISTINCT FROM
      (NEW.casino_id, NEW.revoked_at, NEW.scopes, NEW.client_secret))
EXECUTE FUNCTION public.notify_revocation('client', 'id');
CREATE TRIGGER revoked_with_row AFTER DELETE ON api_apiclient FOR EACH ROW
EXECUTE FUNCTION public.notify_revocation('client', 'id');

CREATE TRIGGER revoked_with_row AFTER DELETE ON oauth2_provider_accesstoken FOR EACH ROW
WHEN (OLD.expires > clock_timestamp() AND OLD.application_id IS NOT NULL)
EXECUTE FUNCTION public.notify_revocation('client', 'application_id');

CREATE TRIGGER revoked AFTER UPDATE ON seat_screen FOR EACH ROW
WHEN ((OLD.revoked_at, OLD.token_hash, OLD.expires_at) IS DISTINCT FROM
      (NEW.revoked_at, NEW.token_hash, NEW.expires_at))
EXECUTE FUNCTION public.notify_revocation('seat-screen', 'id');
CREATE TRIGGER revoked_with_row AFTER DELETE ON seat_screen FOR EACH ROW
EXECUTE FUNCTION public.notify_revocation('seat-screen', 'id');

-- Only signs have a stream. What the secrets and the entries of other registers open is asked for at each use.
CREATE TRIGGER revoked AFTER UPDATE ON house_entry_secret FOR EACH ROW
WHEN (OLD.kind = 'sign' AND OLD.secret IS DISTINCT FROM NEW.secret)
EXECUTE FUNCTION public.notify_revocation('entry', 'casino_id', 'kind', 'code');
CREATE TRIGGER revoked_with_row AFTER DELETE ON house_entry_secret FOR EACH ROW
WHEN (OLD.kind = 'sign')
EXECUTE FUNCTION public.notify_revocation('entry', 'casino_id', 'kind', 'code');
CREATE TRIGGER revoked AFTER UPDATE ON house_register_entry FOR EACH ROW
WHEN (OLD.kind = 'sign' AND (OLD.withdrawn, OLD.state) IS DISTINCT FROM (NEW.withdrawn, NEW.state))
EXECUTE FUNCTION public.notify_revocation('entry', 'casino_id', 'kind', 'code');
