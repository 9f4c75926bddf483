"""Address of the embedded PostgreSQL: one Unix socket and no port, so it cannot collide with another server."""

import tempfile
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

DATABASE = "permanence"
SUPERUSER = "postgres"
OWNER = "permanence_owner"
"""Role that owns the tables, for migrations and repairs of the record."""
APPLICATION = "permanence"
"""Role of every part of the installation except the services below."""
SERVICES = ("sequencer", "followers", "gateway", "worker", "webhooks")
"""The services with a role of their own (tables/stream/database_rights.py)."""
READER = "permanence_reader"
LONGEST_SOCKET_PATH = 100  # bytes; the kernel's own limit is 108 on Linux and 104 on macOS
SOCKET_NAME = ".s.PGSQL.5432"


def cluster_folder(data: Path) -> Path:
    return data / "postgresql-18"


def socket_folder(data: Path) -> Path:
    """Return the folder of its socket: the data folder or, where that path is too long for a socket, one under /tmp."""
    beside = data / "socket"
    if len(bytes(beside / SOCKET_NAME)) <= LONGEST_SOCKET_PATH:
        return beside
    return Path(tempfile.gettempdir()) / f"permanence-{sha256(bytes(data)).hexdigest()[:12]}"


def role_of_service(service: str) -> str:
    """Return the role of one of SERVICES."""
    return f"{APPLICATION}_{service}"


def variable_of_service(service: str) -> str:
    """Return the setting that has the address of one of SERVICES."""
    return f"DATABASE_{service.upper()}_URL"


def url(data: Path, role: str = SUPERUSER) -> str:
    """Return the address for one of the roles, as psql, psycopg and DATABASE_URL take it."""
    return f"postgres://{role}@/{DATABASE}?host={quote(str(socket_folder(data)))}"
