-- Deletes what has expired of the API and its webhooks, by the rights of the owner. The worker calls it, and has no right on
-- these tables itself. It takes no argument, so nobody has anything else deleted.
--
-- A client has no refresh token. An access token that has one is left alone, as by the library's own clean-up. A client can
-- read the outcome of its request for 90 days.
CREATE FUNCTION public.forget_expired_answers() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    DELETE FROM public.api_firstanswer WHERE expires_at <= now();
    DELETE FROM public.oauth2_provider_accesstoken AS token
    WHERE token.expires < now() AND NOT EXISTS (
        SELECT FROM public.oauth2_provider_refreshtoken AS refresh WHERE refresh.access_token_id = token.id
    );
    DELETE FROM public.api_waitingrequest WHERE expires_at < now() - interval '90 days';
    DELETE FROM public.webhooks_attempt WHERE at < now() - interval '30 days';
END
$$;
REVOKE ALL ON FUNCTION public.forget_expired_answers FROM PUBLIC;
