-- Deletes what has expired of sign-ins, by the rights of the owner. The worker calls it, and has no right on these tables
-- itself: it can neither sign anybody in or out, nor forget an attempt that still counts. It takes no argument, so nobody
-- has anything else deleted.
--
-- people_attemptcounter  REMEMBERED in casino/people/attempts.py
-- axes_accesslog         for a year it can be read who signed in, when and from where
-- axes_accessattempt     an older version counted there, with what was sent at each wrong sign-in
CREATE FUNCTION public.forget_expired_sign_ins() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    DELETE FROM public.django_session WHERE expire_date < now();
    DELETE FROM public.people_attemptcounter WHERE last_at < now() - interval '7 days';
    DELETE FROM public.axes_accesslog WHERE attempt_time < now() - interval '365 days';
    DELETE FROM public.axes_accessattemptexpiration;
    DELETE FROM public.axes_accessattempt;
END
$$;
REVOKE ALL ON FUNCTION public.forget_expired_sign_ins FROM PUBLIC;
