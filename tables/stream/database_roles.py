"""The PostgreSQL roles of a casino's database.

- **owner**: owns the database and every table in it. For migrations, repairs and rebuilds.
- **application**, **sequencer**, **followers**, **gateway**, **worker**, **webhooks**: the services, each with the
  rights that it needs (`tables.stream.database_rights`).
- **reader**: reads everything, for backups and reports.

Triggers refuse changes of the record to every role, but the owner of a table may disable them. So the services must
not be the owner, nor be able to become it.

A database from before a service had a role of its own goes on: the application then has the rights of that service too,
and `/readyz` reports this.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec
import psycopg
from psycopg import sql

from tables.stream import database_rights
from tables.stream.database_rights import ADVISORY_LOCKS, FUNCTIONS, TEMPORARY, Duty, rights_together
from tables.stream.errors import StreamError

ARCHIVED = ("archived_month", "attached_month", "archived_run")
"""Tables of the owner's notes on months that leave the database and come back; the application reads them."""

RECORD = tuple(database_rights.RECORD)
"""The append-only tables. The trigger `append_only` guards each."""

MONTHS = "record"
"""The schema of the record's months. The services write through their parents and have no right in it."""

SEES_OTHERS = "pg_read_all_stats"
"""PostgreSQL's own role that sees the sessions of other roles: the sequencer names who holds the feed back."""

LOCK_WAIT = "10s"

IDLE_TRANSACTION = "'60s'"
"""The longest that a transaction of a service may do nothing: it holds the feed of every casino back."""

TABLES_AND_SEQUENCES = """
    SELECT found.relname, array(
        SELECT sequence.relname::text
        FROM pg_depend AS of_column JOIN pg_class AS sequence ON sequence.oid = of_column.objid
        WHERE of_column.classid = 'pg_class'::regclass AND of_column.refobjid = found.oid
          AND of_column.deptype IN ('a', 'i') AND sequence.relkind = 'S'
    )
    FROM pg_class AS found
    WHERE found.relnamespace = 'public'::regnamespace AND found.relkind IN ('r', 'p')
      AND pg_has_role(current_user, found.relowner, 'USAGE')
    ORDER BY found.relname
"""
"""The tables whose rights the session may give, each with the sequences of its columns."""

Connection = psycopg.Connection[Any]


class RolesRefused(StreamError):
    """The roles cannot be made so, or not by this role; nothing was changed. The message has the remedy."""


class DatabaseRoles(msgspec.Struct, frozen=True):
    owner: str = "permanence_owner"
    application: str = "permanence"
    reader: str = "permanence_reader"

    @property
    def services(self) -> dict[Duty, str]:
        return {duty: role_of(duty, self.application) for duty in Duty}

    @property
    def all(self) -> list[str]:
        return [self.owner, *self.services.values(), self.reader]


def role_of(duty: Duty, application: str) -> str:
    """Return the name of a service's role. Those beside the application are named after it."""
    return application if duty is Duty.APPLICATION else f"{application}_{duty}"


def duty_of(role: str) -> Duty:
    """Return the service that has a role of this name."""
    return next((duty for duty in Duty if role.endswith(f"_{duty}")), Duty.APPLICATION)


class RolesMade(msgspec.Struct, frozen=True):
    """Readable summary of changes to the database's roles."""

    made: list[str]
    """Roles that were missing."""
    taken: int
    """Tables, sequences and functions that belonged to another role before, and belong to the owner now."""
    granted: list[str]
    """Rights of each role now, a line each."""


def make_roles(connection: Connection, roles: DatabaseRoles) -> RolesMade:
    """Make the missing roles, give the owner everything, and grant the other roles their rights.

    It works in one transaction, and a second run changes nothing. It takes a superuser; where roles and owners are
    right already, the owner may grant again. Raises RolesRefused.
    """
    if len({roles.owner, roles.application, roles.reader}) < 3:
        raise RolesRefused("The owner, the application and the reader are three roles: give three names")
    with connection.transaction():
        connection.execute(sql.SQL("SET LOCAL lock_timeout = {}").format(LOCK_WAIT))
        made = _create_missing(connection, roles)
        _limit_idle_transactions(connection, roles)
        _keep_apart(connection, roles)
        taken = _take_ownership(connection, roles.owner)
        granted = list(_grant(connection, roles))
        _keep_advisory_locks(connection, roles)
    return RolesMade(made, taken, granted)


def roles_stand(connection: Connection, roles: DatabaseRoles) -> bool:
    """Return True if the roles exist and everything in the database belongs to the owner."""
    if _existing(connection, roles.all) < set(roles.all):
        return False
    return not list(_owned_by_others(connection, roles.owner))


def guard_record(connection: Connection, application: str) -> None:
    """Give the services' roles their rights on the migrations' tables, and no others.

    For the owner, after migrations. Where the application's role owns the tables, nothing is changed; where a service
    has no role of its own yet, the application has the rights of that service too.
    """
    services = DatabaseRoles(application=application).services
    found = _existing(connection, services.values())
    other = connection.execute(
        "SELECT 1 FROM pg_roles WHERE rolname = %s AND NOT pg_has_role(oid, current_user, 'MEMBER')",
        [application],
    ).fetchone()
    if not other:
        return
    with connection.transaction():
        for _ in _grant_to_services(
            connection, {duty: role for duty, role in services.items() if role in found}
        ):
            pass


def _create_missing(connection: Connection, roles: DatabaseRoles) -> list[str]:
    made = []
    for name in roles.all:
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


def _limit_idle_transactions(connection: Connection, roles: DatabaseRoles) -> None:
    """Limit the idle transactions of each service's role. Without a superuser the roles stay as they are: the services
    set a shorter limit for their own connections (tables/postgresql/deadlines.py)."""
    if not _one(connection, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user")[0]:
        return
    for name in roles.services.values():
        limit = "ALTER ROLE {} SET idle_in_transaction_session_timeout = " + IDLE_TRANSACTION
        _run(connection, limit, name)


def _keep_advisory_locks(connection: Connection, roles: DatabaseRoles) -> None:
    """Let each role take its own advisory locks, and no other role any.

    PostgreSQL lets every session take every lock: a reader could keep all appends to a casino waiting. The functions
    are the server's own, so without a superuser they stay as they are.
    """
    if not _one(connection, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user")[0]:
        return
    functions = connection.execute(
        "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace"
        r" AND proname ~ '^pg_(try_)?advisory_'"
    ).fetchall()
    for (function,) in functions:
        _run(connection, f"REVOKE ALL ON FUNCTION {function} FROM PUBLIC")
        _run(connection, f"GRANT EXECUTE ON FUNCTION {function} TO {{}}", roles.owner)
        for duty, role in roles.services.items():
            calls = duty in ADVISORY_LOCKS.get(function, ())
            verb, to = ("GRANT EXECUTE", "TO") if calls else ("REVOKE ALL", "FROM")
            _run(connection, f"{verb} ON FUNCTION {function} {to} {{}}", role)
        _run(connection, f"REVOKE ALL ON FUNCTION {function} FROM {{}}", roles.reader)


def _keep_apart(connection: Connection, roles: DatabaseRoles) -> None:
    """Revoke memberships between services, readers and the owner."""
    members = connection.execute(
        "SELECT roleid::regrole::text, member::regrole::text FROM pg_auth_members"
        " WHERE roleid = ANY (%(roles)s::regrole[]) AND member = ANY (%(roles)s::regrole[])"
        " AND pg_get_userbyid(member) <> %(owner)s",
        {"roles": [sql.Identifier(name).as_string() for name in roles.all], "owner": roles.owner},
    ).fetchall()
    for role, member in members:
        _require_superuser(connection, f"The role {member} is a member of {role}")
        connection.execute(f"REVOKE {role} FROM {member}".encode())


def _take_ownership(connection: Connection, owner: str) -> int:
    statements = list(_owned_by_others(connection, owner))
    if statements:
        _require_superuser(connection, f"{len(statements)} tables and functions do not belong to {owner}")
    for statement in statements:
        connection.execute(statement.encode())
    return len(statements)


def _owned_by_others(connection: Connection, owner: str) -> Iterator[str]:
    """Yield the statement for each thing in the database that is not the owner's. A sequence that belongs to a column
    goes with its table, and an extension's things stay with the extension.
    """
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
    # Whoever may make a table here, or before all others a temporary one, could put it in the place of the record's.
    _run(connection, "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    _run(connection, "REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC", database)
    _run(connection, "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC")
    yield f"{roles.owner} owns the database {database} and all in it: for migrations only"
    for name in (*roles.services.values(), roles.reader):
        _run(connection, "REVOKE ALL ON DATABASE {} FROM {}", database, name)
        _run(connection, "GRANT CONNECT ON DATABASE {} TO {}", database, name)
        _run(connection, "REVOKE ALL ON SCHEMA public FROM {}", name)
        _run(connection, "GRANT USAGE ON SCHEMA public TO {}", name)
        _run(connection, "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}", name)
        _run(connection, "REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM {}", name)
        _default(connection, roles.owner, "REVOKE ALL ON TABLES FROM", name)
        _default(connection, roles.owner, "REVOKE ALL ON SEQUENCES FROM", name)
        if _one(connection, "SELECT to_regnamespace(%s) IS NOT NULL", MONTHS)[0]:
            _run(connection, "REVOKE ALL ON SCHEMA {} FROM {}", MONTHS, name)
            _run(connection, "REVOKE ALL ON ALL TABLES IN SCHEMA {} FROM {}", MONTHS, name)
    yield from _grant_to_services(connection, roles.services)
    _run(connection, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO {}", roles.reader)
    _run(connection, "GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO {}", roles.reader)
    _default(connection, roles.owner, "GRANT SELECT ON TABLES TO", roles.reader)
    _default(connection, roles.owner, "GRANT SELECT ON SEQUENCES TO", roles.reader)
    if _one(connection, "SELECT to_regnamespace(%s) IS NOT NULL", MONTHS)[0]:
        let_read_months(connection, roles.owner, roles.reader)
    yield f"{roles.reader} may SELECT from every table, and from those that later migrations make"
    sequencer = roles.services[Duty.SEQUENCER]
    member = "SELECT pg_has_role(to_regrole(quote_ident(%s))::oid, %s, 'MEMBER')"
    if not _one(connection, member, sequencer, SEES_OTHERS)[0]:
        _require_superuser(connection, f"The role {sequencer} is not a member of {SEES_OTHERS}")
        _run(connection, "GRANT {} TO {}", SEES_OTHERS, sequencer)
    yield f"{sequencer} sees the sessions of other roles ({SEES_OTHERS}), to name those that hold the feed back"


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


def _grant_to_services(connection: Connection, services: dict[Duty, str]) -> Iterator[str]:
    """Give each service's role its rights on the tables and functions that the migrations have made so far, and take
    all others from it. The application gets the rights of each service that is not in `services` too.

    For the owner. A line for each role and for each of its rights comes back.
    """
    (database,) = _one(connection, "SELECT current_database()")
    without_role = [duty for duty in Duty if duty not in services]
    tables = dict(connection.execute(TABLES_AND_SEQUENCES).fetchall())
    definers = connection.execute(
        "SELECT proname, oid::regprocedure::text FROM pg_proc"
        " WHERE pronamespace = 'public'::regnamespace AND prosecdef"
    ).fetchall()
    for _, signature in definers:
        connection.execute(f"REVOKE ALL ON FUNCTION {signature} FROM PUBLIC".encode())
    for duty, role in services.items():
        duties = [duty, *without_role] if duty is Duty.APPLICATION else [duty]
        rights = rights_together(*duties)
        if "append_events" not in dict(definers) and not FUNCTIONS["append_events"].isdisjoint(duties):
            rights |= {"event": database_rights.ADD}  # a migration is still to come
        for table, sequences in tables.items():
            may = rights.get(table, "")
            _run(connection, "REVOKE ALL ON TABLE {} FROM {}", table, role)
            if may:
                _run(connection, f"GRANT {may} ON TABLE {{}} TO {{}}", table, role)
            for sequence in sequences:
                verb, to = ("GRANT", "TO") if "INSERT" in may else ("REVOKE", "FROM")
                _run(connection, f"{verb} USAGE ON SEQUENCE {{}} {to} {{}}", sequence, role)
        for name, signature in definers:
            calls = not FUNCTIONS.get(name, frozenset()).isdisjoint(duties)
            verb, to = ("GRANT EXECUTE", "TO") if calls else ("REVOKE ALL", "FROM")
            connection.execute(
                sql.SQL(f"{verb} ON FUNCTION {signature} {to} {{}}").format(sql.Identifier(role))
            )
        if not TEMPORARY.isdisjoint(duties):
            _run(connection, "GRANT TEMPORARY ON DATABASE {} TO {}", database, role)
        yield from _lines(role, {table: of for table, of in rights.items() if table in tables})


def _lines(role: str, rights: dict[str, str]) -> Iterator[str]:
    """Yield the rights of a role in words, a line for each kind."""
    by_kind = sorted((of, table) for table, of in rights.items())
    for of, listed in groupby(by_kind, key=lambda each: each[0]):
        yield f"{role} may {of} on {', '.join(table for _, table in listed)}"


def _existing(connection: Connection, roles: Iterable[str]) -> set[str]:
    rows = connection.execute("SELECT rolname FROM pg_roles WHERE rolname = ANY (%s)", [list(roles)])
    return {name for (name,) in rows}


def _default(connection: Connection, owner: str, change: str, name: str) -> None:
    _run(connection, f"ALTER DEFAULT PRIVILEGES FOR ROLE {{}} IN SCHEMA public {change} {{}}", owner, name)


def _require_superuser(connection: Connection, why: str) -> None:
    name, is_superuser = _one(
        connection, "SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user"
    )
    if not is_superuser:
        raise RolesRefused(
            f"{why}, and the role {name} may not change that: give the address of a superuser of the server in"
            " DATABASE_OWNER_URL, for this command alone (docs/deploying.md has the line)"
        )


def _one(connection: Connection, query: str, *values: str) -> tuple[Any, ...]:
    row = connection.execute(query.encode(), values).fetchone()
    assert row is not None, query
    found: tuple[Any, ...] = row
    return found


def _run(connection: Connection, statement: str, *names: str) -> None:
    """Run a statement with names of roles, tables and the database in the places of its `{}`."""
    connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
