-- find_rights_beyond
--
-- What the role of this session, or one that it can become, may do to the record beyond reading it and adding to it.
-- Whoever may make a schema or a table where the record is looked for could put another table in its place.
WITH record AS (
    -- The parts of a table, month by month, go by its name.
    SELECT part.oid, asked.name, part.relowner, part.relnamespace
    FROM unnest(%(tables)s::text[]) AS asked (name)
    JOIN pg_class AS part ON part.oid = to_regclass(asked.name)
        OR part.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass(asked.name))
), can_be AS (
    SELECT oid, rolsuper, rolcreaterole FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER')
)
SELECT beyond, array_agg(DISTINCT place ORDER BY place) AS places
FROM (
    SELECT 'is a superuser' AS beyond, NULL AS place
    FROM pg_roles WHERE rolname = session_user AND rolsuper
    UNION ALL
    SELECT 'may make roles', NULL FROM can_be WHERE rolcreaterole
    UNION ALL
    SELECT 'owns', record.name FROM record JOIN can_be ON can_be.oid = record.relowner
    UNION ALL
    SELECT 'may ' || privilege, record.name
    FROM record
    CROSS JOIN unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS privilege
    WHERE EXISTS (
        SELECT FROM can_be
        WHERE has_table_privilege(can_be.oid, record.oid, privilege)
           OR privilege = 'UPDATE' AND has_any_column_privilege(can_be.oid, record.oid, privilege)
    )
    UNION ALL
    SELECT 'may CREATE in', 'the schema ' || record.relnamespace::regnamespace
    FROM record WHERE has_schema_privilege(session_user, record.relnamespace, 'CREATE')
    UNION ALL
    SELECT 'may CREATE in', 'the database ' || current_database()
    WHERE has_database_privilege(session_user, current_database(), 'CREATE')
) AS found
GROUP BY beyond
ORDER BY beyond
