"""The three PostgreSQL roles of a casino's database, and what each may do.

- **owner**: owns the database and every table in it. Only migrations and what mends the record use it.
- **application**: what the services use. It reads the record and adds to it, and changes all else.
- **reader**: reads everything, for backups and reports.

Triggers refuse changes of the record to every role, but the owner of a table may disable them. So the services must
not be the owner, nor be able to become it.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import psycopg
from psycopg import sql

from tables.stream.errors import StreamError

ARCHIVED = ("archived_month", "attached_month", "archived_run")
"""What the owner notes of months that leave the database and come back; the application reads it."""

RECORD = ("event", "sealed_event", "merkle_tile", "checkpoint", "witness_signature", *ARCHIVED)
"""The append-only tables. Their models carry the trigger APPEND_ONLY."""

MONTHS = "record"
"""The schema of the record's months. The application writes through their parents and has no right in it."""

SEES_OTHERS = "pg_read_all_stats"
"""PostgreSQL's own role that sees the sessions of other roles: the sequencer names who holds the feed back."""

LOCK_WAIT = "10s"

Connection = psycopg.Connection[Any]


class RolesRefused(StreamError):
    """The roles cannot be made so, or not by this role; nothing was changed. The message says what to do."""


class DatabaseRoles(msgspec.Struct, frozen=True):
    owner: str = "permanence_owner"
    application: str = "permanence"
    reader: str = "permanence_reader"


class RolesMade(msgspec.Struct, frozen=True):
    """What was done, for people to read."""

    made: list[str]
    """Roles that were missing."""
    taken: int
    """Tables, sequences and functions that belonged to another role before, and belong to the owner now."""
    granted: list[str]
    """What each role may do now, a line each."""


def make_roles(connection: Connection, roles: DatabaseRoles) -> RolesMade:
    """Make the roles that are missing, give the owner all there is, and grant to the others what they need.

    It works in one transaction, and a second run changes nothing. It takes a superuser; where roles and owners are as
    they should be already, the owner may grant anew. Raises RolesRefused.
    """
    if len({roles.owner, roles.application, roles.reader}) < 3:
        raise RolesRefused("The owner, the application and the reader are three roles: give three names")
    with connection.transaction():
        connection.execute(sql.SQL("SET LOCAL lock_timeout = {}").format(LOCK_WAIT))
        made = _create_missing(connection, roles)
        _keep_apart(connection, roles)
        taken = _take_ownership(connection, roles.owner)
        granted = list(_grant(connection, roles))
    return RolesMade(made, taken, granted)


def roles_stand(connection: Connection, roles: DatabaseRoles) -> bool:
    """Whether the roles exist and everything in the database belongs to the owner."""
    names = [roles.owner, roles.application, roles.reader]
    known = connection.execute("SELECT count(*) FROM pg_roles WHERE rolname = ANY (%s)", [names]).fetchone()
    if known is None or known[0] < len(names):
        return False
    return not list(_owned_by_others(connection, roles.owner))


def guard_record(connection: Connection, application: str) -> None:
    """Leave the application SELECT and INSERT on the record's tables, whatever the default for new tables gave it.

    For the owner, after migrations. A role that does not exist, or owns the tables itself, is left as it is.
    """
    tables = _record_tables(connection)
    other = connection.execute(
        "SELECT 1 FROM pg_roles WHERE rolname = %s AND NOT pg_has_role(oid, current_user, 'MEMBER')",
        [application],
    ).fetchone()
    if other and tables:
        with connection.transaction():
            _narrow(connection, tables, application)


def _create_missing(connection: Connection, roles: DatabaseRoles) -> list[str]:
    made = []
    for name in (roles.owner, roles.application, roles.reader):
        found = connection.execute(
            "SELECT rolsuper, rolcreaterole FROM pg_roles WHERE rolname = %s", [name]
        ).fetchone()
        if found is None:
            _require_superuser(connection, f"The role {name} is missing")
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(name)))
            made.append(name)
        elif name != roles.owner and any(found):
            which = "is a superuser" if found[0] else "may make roles"
            raise RolesRefused(
                f"The role {name} {which}, and so could change the record: give another name, or first run"
                f" ALTER ROLE {name} NOSUPERUSER NOCREATEROLE"
            )
    return made


def _keep_apart(connection: Connection, roles: DatabaseRoles) -> None:
    """The application and the reader cannot become the owner."""
    for name in (roles.application, roles.reader):
        member = connection.execute(
            "SELECT 1 FROM pg_auth_members WHERE roleid = to_regrole(quote_ident(%s))"
            " AND member = to_regrole(quote_ident(%s))",
            [roles.owner, name],
        ).fetchone()
        if member:
            _require_superuser(connection, f"The role {name} is a member of {roles.owner}")
            _run(connection, "REVOKE {} FROM {}", roles.owner, name)


def _take_ownership(connection: Connection, owner: str) -> int:
    statements = list(_owned_by_others(connection, owner))
    if statements:
        _require_superuser(connection, f"{len(statements)} tables and functions do not belong to {owner}")
    for statement in statements:
        connection.execute(statement.encode())
    return len(statements)


def _owned_by_others(connection: Connection, owner: str) -> Iterator[str]:
    """The statement for each thing in the database that is not the owner's. A sequence that belongs to a column goes
    with its table, and an extension's things stay with the extension."""
    rows = connection.execute(
        """
        WITH owner AS (SELECT %(owner)s::text AS name, to_regrole(quote_ident(%(owner)s))::oid AS oid),
        extended AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e')
        SELECT format('ALTER DATABASE %%I OWNER TO %%I', datname, owner.name)
        FROM pg_database, owner WHERE datname = current_database() AND datdba IS DISTINCT FROM owner.oid
        UNION ALL
        SELECT format('ALTER SCHEMA %%I OWNER TO %%I', nspname, owner.name)
        FROM pg_namespace, owner
        WHERE nspname IN ('public', %(months)s)
          AND nspowner NOT IN ('pg_database_owner'::regrole, coalesce(owner.oid, 0))
        UNION ALL
        SELECT format('ALTER TABLE %%s OWNER TO %%I', c.oid::regclass, owner.name)
        FROM pg_class AS c, owner
        WHERE c.relnamespace IN ('public'::regnamespace, to_regnamespace(%(months)s))
          AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
          AND c.relowner IS DISTINCT FROM owner.oid
          AND ('pg_class'::regclass, c.oid) NOT IN (SELECT classid, objid FROM extended)
          AND NOT EXISTS (
              SELECT FROM pg_depend AS of_column
              WHERE c.relkind = 'S' AND of_column.classid = 'pg_class'::regclass AND of_column.objid = c.oid
                AND of_column.deptype IN ('a', 'i')
          )
        UNION ALL
        SELECT format('ALTER ROUTINE %%s OWNER TO %%I', p.oid::regprocedure, owner.name)
        FROM pg_proc AS p, owner
        WHERE p.pronamespace = 'public'::regnamespace AND p.proowner IS DISTINCT FROM owner.oid
          AND ('pg_proc'::regclass, p.oid) NOT IN (SELECT classid, objid FROM extended)
        """,
        {"owner": owner, "months": MONTHS},
    )
    for (statement,) in rows:
        yield statement


def _grant(connection: Connection, roles: DatabaseRoles) -> Iterator[str]:
    (database,) = _one(connection, "SELECT current_database()")
    for name in (roles.application, roles.reader):
        _run(connection, "REVOKE ALL ON DATABASE {} FROM {}", database, name)
        _run(connection, "GRANT CONNECT ON DATABASE {} TO {}", database, name)
        _run(connection, "REVOKE ALL ON SCHEMA public FROM {}", name)
        _run(connection, "GRANT USAGE ON SCHEMA public TO {}", name)
        _run(connection, "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}", name)
        _run(connection, "REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM {}", name)
    # A rebuild shadows its tables by temporary ones.
    _run(connection, "GRANT TEMPORARY ON DATABASE {} TO {}", database, roles.application)
    # Whoever may make a table here could put one in the place of the record's.
    _run(connection, "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    _run(connection, "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC")
    yield f"{roles.owner} owns the database {database} and all in it: for migrations only"
    yield from _grant_to_application(connection, roles.owner, roles.application)
    _run(connection, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO {}", roles.reader)
    _run(connection, "GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO {}", roles.reader)
    _default(connection, roles.owner, "SELECT ON TABLES", roles.reader)
    _default(connection, roles.owner, "SELECT ON SEQUENCES", roles.reader)
    if _one(connection, "SELECT to_regnamespace(%s) IS NOT NULL", MONTHS)[0]:
        for name in (roles.application, roles.reader):
            _run(connection, "REVOKE ALL ON SCHEMA {} FROM {}", MONTHS, name)
            _run(connection, "REVOKE ALL ON ALL TABLES IN SCHEMA {} FROM {}", MONTHS, name)
        let_read_months(connection, roles.owner, roles.reader)
    yield f"{roles.reader} may SELECT from every table, and from those that later migrations make"


def let_read_months(connection: Connection, owner: str, reader: str) -> None:
    """Let a role read the record's months, those to come as well: without them no backup would be whole."""
    _run(connection, "GRANT USAGE ON SCHEMA {} TO {}", MONTHS, reader)
    _run(connection, "GRANT SELECT ON ALL TABLES IN SCHEMA {} TO {}", MONTHS, reader)
    _run(
        connection,
        "ALTER DEFAULT PRIVILEGES FOR ROLE {} IN SCHEMA {} GRANT SELECT ON TABLES TO {}",
        owner,
        MONTHS,
        reader,
    )


def _grant_to_application(connection: Connection, owner: str, application: str) -> Iterator[str]:
    _run(connection, "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {}", application)
    _run(connection, "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {}", application)
    _default(connection, owner, "SELECT, INSERT, UPDATE, DELETE ON TABLES", application)
    _default(connection, owner, "USAGE ON SEQUENCES", application)
    if tables := _record_tables(connection):
        _narrow(connection, tables, application)
        added = [table for table in tables if table not in ARCHIVED]
        yield f"{application} may SELECT and INSERT on {', '.join(added)}, and no more"
        if read := [table for table in tables if table in ARCHIVED]:
            yield f"{application} may SELECT from {', '.join(read)}, and no more"
    else:
        yield f"{application} gets SELECT and INSERT on the record's tables from manage.py migrate, which makes them"
    yield (
        f"{application} may SELECT, INSERT, UPDATE and DELETE on every other table, and on those that later"
        " migrations make; and USAGE on sequences"
    )
    member = "SELECT pg_has_role(to_regrole(quote_ident(%s))::oid, %s, 'MEMBER')"
    if not _one(connection, member, application, SEES_OTHERS)[0]:
        _require_superuser(connection, f"The role {application} is not a member of {SEES_OTHERS}")
        _run(connection, "GRANT {} TO {}", SEES_OTHERS, application)
    yield f"{application} sees the sessions of other roles ({SEES_OTHERS}), so that the sealer can name who holds it up"


def _narrow(connection: Connection, tables: Sequence[str], application: str) -> None:
    for table in tables:
        _run(connection, "REVOKE ALL ON TABLE {} FROM {}", table, application)
        rights = "SELECT" if table in ARCHIVED else "SELECT, INSERT"
        _run(connection, f"GRANT {rights} ON TABLE {{}} TO {{}}", table, application)


def _record_tables(connection: Connection) -> list[str]:
    """Those of the record's tables that the migrations have made so far."""
    rows = connection.execute(
        "SELECT name FROM unnest(%s::text[]) WITH ORDINALITY AS of_record (name, place)"
        " WHERE to_regclass(name) IS NOT NULL ORDER BY place",
        [list(RECORD)],
    )
    return [name for (name,) in rows]


def _default(connection: Connection, owner: str, rights: str, name: str) -> None:
    _run(
        connection,
        "ALTER DEFAULT PRIVILEGES FOR ROLE {} IN SCHEMA public GRANT " + rights + " TO {}",
        owner,
        name,
    )


def _require_superuser(connection: Connection, why: str) -> None:
    name, is_superuser = _one(
        connection, "SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user"
    )
    if not is_superuser:
        raise RolesRefused(
            f"{why}, and the role {name} may not change that: give the address of a superuser of the server in"
            " DATABASE_OWNER_URL, for this command alone (deploy/README.md has the line)"
        )


def _one(connection: Connection, query: str, *values: str) -> tuple[Any, ...]:
    row = connection.execute(query.encode(), values).fetchone()
    assert row is not None, query
    found: tuple[Any, ...] = row
    return found


def _run(connection: Connection, statement: str, *names: str) -> None:
    """A statement with names of roles, tables and the database in the places of its `{}`."""
    connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
