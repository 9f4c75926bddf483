-- end_silent_session
--
-- End this session, with the advisory locks that it holds, when its client has sent nothing for so many milliseconds.
SELECT set_config('idle_session_timeout', %(milliseconds)s, false)
