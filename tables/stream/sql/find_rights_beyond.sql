-- find_rights_beyond
--
-- What the role of this session, or one that it can become, may do beyond what its service needs (`tables` and `rights`,
-- `functions`, `temporary`). A role that may make a schema or a table where the record is looked for could put another
-- table in its place. Also what would carry somebody else's statements out as the owner, and guards that are off.
WITH can_be AS (
    SELECT oid, rolsuper, rolcreaterole FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER')
), held AS (
    -- The platform's tables, with the parts of the record, which go by the name of their parent.
    SELECT found.oid, coalesce(parent.relname, found.relname)::text AS name, found.relowner, parent.oid IS NOT NULL AS is_part,
        CASE WHEN parent.oid IS NULL THEN allowed.rights ELSE 'SELECT' END AS rights
    FROM pg_class AS found
    LEFT JOIN pg_inherits AS of ON of.inhrelid = found.oid
    LEFT JOIN pg_class AS parent ON parent.oid = of.inhparent
    LEFT JOIN unnest(%(tables)s::text[], %(rights)s::text[]) AS allowed (name, rights) ON allowed.name = found.relname
    WHERE found.relkind IN ('r', 'p') AND (
        allowed.name IS NOT NULL
        AND found.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('event'))
        OR parent.oid IN (to_regclass('event'), to_regclass('sealed_event'))
    )
), definer AS (
    SELECT oid, proname, proowner, proconfig FROM pg_proc
    WHERE prosecdef AND pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      AND NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e'
      )
)
SELECT beyond, array_agg(DISTINCT place ORDER BY place) AS places
FROM (
    SELECT 'is a superuser' AS beyond, NULL AS place
    FROM pg_roles WHERE rolname = session_user AND rolsuper
    UNION ALL
    SELECT 'may make roles', NULL FROM can_be WHERE rolcreaterole
    UNION ALL
    SELECT 'is a member of', rolname
    FROM pg_roles
    WHERE rolname IN ('pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program', 'pg_create_subscription')
      AND pg_has_role(session_user, oid, 'MEMBER')
    UNION ALL
    SELECT 'owns', held.name FROM held JOIN can_be ON can_be.oid = held.relowner
    UNION ALL
    SELECT 'owns', 'the function ' || proname
    FROM pg_proc JOIN can_be ON can_be.oid = proowner
    WHERE pronamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('event'))
    UNION ALL
    SELECT 'owns', 'the schema ' || nspname
    FROM pg_namespace JOIN can_be ON can_be.oid = nspowner WHERE nspname IN ('public', 'record')
    UNION ALL
    SELECT 'owns', 'the database ' || datname
    FROM pg_database JOIN can_be ON can_be.oid = datdba WHERE datname = current_database()
    UNION ALL
    SELECT 'may ' || privilege, held.name
    FROM held
    CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS privilege
    WHERE privilege <> ALL (string_to_array(coalesce(held.rights, ''), ', '))
      AND EXISTS (
        SELECT FROM can_be
        WHERE has_table_privilege(can_be.oid, held.oid, privilege)
           OR privilege IN ('SELECT', 'INSERT', 'UPDATE') AND has_any_column_privilege(can_be.oid, held.oid, privilege)
    )
    UNION ALL
    SELECT 'may CREATE in', 'the schema ' || nspname
    FROM pg_namespace WHERE nspname IN ('public', 'record') AND has_schema_privilege(session_user, oid, 'CREATE')
    UNION ALL
    SELECT 'may CREATE in', 'the database ' || current_database()
    WHERE has_database_privilege(session_user, current_database(), 'CREATE')
    UNION ALL
    SELECT 'may make temporary tables', NULL
    WHERE NOT %(temporary)s::boolean AND has_database_privilege(session_user, current_database(), 'TEMPORARY')
    UNION ALL
    SELECT 'may run as its owner', 'the function ' || definer.proname
    FROM definer
    WHERE definer.proname <> ALL (%(functions)s::text[])
      AND EXISTS (SELECT FROM can_be WHERE has_function_privilege(can_be.oid, definer.oid, 'EXECUTE'))
    UNION ALL
    SELECT 'could put names of its own into', 'the function ' || definer.proname
    FROM definer
    WHERE NOT coalesce('search_path=pg_catalog, pg_temp' = ANY (definer.proconfig), false)
      AND EXISTS (SELECT FROM can_be WHERE has_function_privilege(can_be.oid, definer.oid, 'EXECUTE'))
    UNION ALL
    SELECT 'has the setting', split_part(setting, '=', 1)
    FROM pg_db_role_setting AS of_role CROSS JOIN unnest(setconfig) AS setting
    WHERE (setrole = 0 OR setrole IN (SELECT oid FROM can_be))
      AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
      AND split_part(setting, '=', 1) IN ('session_replication_role', 'search_path', 'role', 'session_preload_libraries')
    UNION ALL
    SELECT 'may set', 'session_replication_role'
    WHERE has_parameter_privilege(session_user, 'session_replication_role', 'SET')
    UNION ALL
    SELECT 'finds no guard on', guarded.name
    FROM unnest(%(record)s::text[]) AS guarded (name)
    WHERE to_regclass(guarded.name) IS NOT NULL AND NOT EXISTS (
        SELECT FROM pg_trigger
        WHERE tgrelid = to_regclass(guarded.name) AND tgname = 'append_only' AND tgenabled IN ('O', 'A')
    )
) AS found
GROUP BY beyond
ORDER BY beyond
