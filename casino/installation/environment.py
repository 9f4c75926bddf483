"""Settings from the environment: each is read by its type, or refused in one line.

An installation with an unreadable setting does not start. The line names the variable, its value and a right one,
without a trace: manage.py, the web server and Celery all read their settings here. An empty variable counts as not set.
"""

import os
import re
import ssl
from base64 import b64decode
from collections.abc import Iterable
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo, available_timezones

import environ

from casino.installation.code_version import version_of
from casino.installation.data_folder import secret_key

YES = frozenset({"true", "on", "yes", "y", "ok", "1"})
NO = frozenset({"false", "off", "no", "n", "0"})
POSTGRESQL = ("postgres", "postgresql", "psql", "pgsql")

_HOST = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?")
SECRET_KEY_LENGTH, SECRET_KEY_VARIETY = 32, 10
PLACEHOLDERS = (
    "changeme",
    "changethis",
    "replaceme",
    "djangoinsecure",
    "yoursecret",
    "mysecret",
    "placeholder",
)
"""Placeholders in examples for a secret, without signs between and in small letters."""
_CODE_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+_-]{0,63}")
_CREDENTIALS = re.compile(r"^(\w+://)?.*@", re.DOTALL)


def refuse(name: str, entered: str, right: str) -> NoReturn:
    """End the process with one line on standard error: the variable, its value, and a right value."""
    shown = _CREDENTIALS.sub(r"\1***@", entered)
    raise SystemExit(
        f'The setting {name} says "{shown}"; right would be {right}. docs/running.md lists all settings.'
    )


def text(name: str, default: str = "") -> str:
    """Return the variable's value, or the default if it is empty."""
    return os.environ.get(name, "").strip() or default


def code_version(name: str, checkout: Path) -> str:
    """Return the version of the code in the variable, or that of the checkout."""
    entered = text(name)
    if entered and not _CODE_VERSION.fullmatch(entered):
        refuse(name, entered, "a version such as 0.1.0+g60b939cc, of at most 64 letters, digits and . + _ -")
    return entered or version_of(checkout)


def words(name: str, default: Iterable[str] = ()) -> list[str]:
    entered = text(name)
    return [word.strip() for word in entered.split(",") if word.strip()] if entered else list(default)


def whole_number(name: str, default: int, *, least: int, most: int) -> int:
    """Return a whole number within these bounds, both included."""
    entered = text(name, str(default))
    right = f"a whole number from {least} to {most}"
    try:
        value = int(entered)
    except ValueError:
        refuse(name, entered, right)
    if not least <= value <= most:
        refuse(name, entered, right)
    return value


def number(name: str, default: float, *, most: float) -> float:
    entered = text(name, str(default))
    right = f"a number above 0 and at most {most:g}"
    try:
        value = float(entered)
    except ValueError:
        refuse(name, entered, right)
    if not 0 < value <= most:
        refuse(name, entered, right)
    return value


def yes_or_no(name: str, default: bool = False) -> bool:
    entered = text(name, "true" if default else "false")
    if entered.lower() not in YES | NO:
        refuse(name, entered, "true or false")
    return entered.lower() in YES


def one_of(name: str, default: str, choices: tuple[str, ...]) -> str:
    entered = text(name, default)
    if entered.upper() not in choices:
        refuse(name, entered, f"one of {', '.join(choices)}")
    return entered.upper()


def time_zone(name: str, default: str) -> str:
    """Return a time zone by its name in the tz database."""
    entered = text(name, default)
    try:
        ZoneInfo(entered)
    except (LookupError, ValueError, OSError):
        close = get_close_matches(entered, available_timezones(), n=1)
        meant = f" (did you mean {close[0]}?)" if close else ""
        refuse(name, entered, f"the name of a time zone such as {default}{meant}")
    return entered


def folder_with(name: str, pattern: str, *, base: Path) -> Path | None:
    """Return a folder, from `base` if it is not absolute, that holds files of this pattern; None if none is named.

    One that holds none of them is refused too: it is the wrong folder, or a disk that is not mounted.
    """
    entered = text(name)
    if not entered:
        return None
    folder = base / entered
    right = f"a folder with files {pattern} in it"
    try:
        found = any(each.match(pattern) for each in folder.iterdir())
    except OSError as error:
        refuse(name, entered, f"{right} ({folder}: {error.strerror})")
    if not found:
        refuse(name, entered, f"{right} ({folder} has none)")
    return folder.resolve()


def postgresql(name: str, url: str) -> dict[str, Any]:
    """Return Django's settings of the database at this address."""
    right = "postgres://user:password@host:5432/name"
    scheme, colon, _ = url.partition("://")
    if scheme not in POSTGRESQL or not colon:
        refuse(name, url, right)
    try:
        database: dict[str, Any] = environ.Env.db_url_config(url, engine="tables.postgresql")
    except ValueError:
        refuse(name, url, right)
    hosts, ports = (str(database[part] or "").split(",") for part in ("HOST", "PORT"))
    if len(ports) not in (1, len(hosts)) or (len(ports) == 1 < len(hosts) and ports != [""]):
        refuse(name, url, "a port for each of the hosts: postgres://user:password@a:5432,b:5432/name")
    if not database.get("NAME"):
        refuse(name, url, f"{right}: the name of the database is missing")
    return database


def role_of_database(name: str, *, embedded: str) -> dict[str, Any]:
    """Return Django's settings of the database for a role beside the application's; empty without an address.

    `embedded` is the role's address on the embedded server, if that one is used: the variable then has no meaning.
    """
    entered = text(name)
    if entered and embedded:
        refuse(name, entered, "set together with DATABASE_URL, the address of the application's role")
    return postgresql(name, entered or embedded) if entered or embedded else {}


def e_mail_server(name: str) -> dict[str, Any]:
    """Return Django's settings of a mail server from a URL such as smtp+tls://name:password@mail.house:587.

    Without a value there are none. A password needs TLS, except to a server on this machine.
    """
    url = text(name)
    if not url:
        return {}
    right = "smtp+tls:// or smtp+ssl://, then name:password@host:port"
    try:
        parts = urlsplit(url)
        has_port = parts.port != 0
    except ValueError:
        refuse(name, url, right)
    if parts.scheme not in ("smtp", "smtp+tls", "smtp+ssl") or not parts.hostname or not has_port:
        refuse(name, url, right)
    if parts.scheme == "smtp" and parts.password and not _is_own(parts.hostname):
        refuse(name, url, f"{right}: without TLS, everybody on the way reads the password")
    return dict(environ.Env.email_url_config(url))


def _is_own(host: str) -> bool:
    """Return True if a host is this machine by its name or address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def web_address(name: str) -> str:
    url = text(name)
    if url and (urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname):
        refuse(name, url, "an address such as https://control.house/notices")
    return url


def hosts_and_networks(name: str) -> list[str]:
    """Return names of hosts, addresses and networks, with commas between."""
    entered = words(name)
    for word in entered:
        try:
            ip_network(word)
        except ValueError:
            if not _HOST.fullmatch(word) or word.replace(".", "").isdecimal():
                refuse(name, word, "names of hosts, addresses or networks, such as cash.house,10.2.0.0/16")
    return entered


def port_ranges(name: str, default: str) -> tuple[tuple[int, int], ...]:
    """Return ports and ranges of ports from 1 to 65535, with commas between, such as 23,4001-4016."""
    ranges = []
    for word in words(name, default.split(",")):
        first, _, last = word.partition("-")
        numbers = (first.strip(), last.strip() or first.strip())
        if not all(each.isascii() and each.isdecimal() and len(each) <= 5 for each in numbers):
            refuse(name, word, "ports and ranges of ports, such as 23,4001-4016")
        low, high = map(int, numbers)
        if not 1 <= low <= high <= 65535:
            refuse(name, word, "ports from 1 to 65535, the smaller one of a range first")
        ranges.append((low, high))
    return tuple(ranges)


def mqtt_brokers(name: str) -> list[dict[str, Any]]:
    """Return brokers of MQTT with their sign-ins, from addresses such as mqtts://gateway:secret@broker.house:8883."""
    return [_mqtt_broker(name, word) for word in words(name)]


def _mqtt_broker(name: str, word: str) -> dict[str, Any]:
    right = "addresses such as mqtts://user:password@broker.house:8883, with commas between"
    try:
        parts = urlsplit(word)
        port = parts.port
    except ValueError:
        refuse(name, word, right)
    if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname or not port:
        refuse(name, word, right)
    if parts.path or parts.query or parts.fragment:
        refuse(name, word, f"{right}, without a topic: the register has it")
    if parts.scheme == "mqtt" and parts.password and not _is_own(parts.hostname):
        refuse(name, word, f"{right}: without TLS, everybody on the way reads the password")
    return {
        "host": parts.hostname,
        "port": port,
        "tls": parts.scheme == "mqtts",
        "user": None if parts.username is None else unquote(parts.username),
        "password": None if parts.password is None else unquote(parts.password),
    }


def readable_file(name: str) -> str:
    """Return the path of a file that can be read now; empty if none is named."""
    entered = text(name)
    if entered and not (Path(entered).is_file() and os.access(entered, os.R_OK)):
        refuse(name, entered, "the path of a file that this process can read")
    return entered


def device_paths(name: str, default: str) -> list[str]:
    """Return paths of devices below /dev, with commas between; `*` is any part of a name."""
    entered = words(name, default.split(","))
    for word in entered:
        if not word.startswith("/dev/") or word.endswith("/") or ".." in word or "**" in word:
            refuse(name, word, "paths such as /dev/ttyUSB*,/dev/serial/by-id/*")
    return entered


def addresses_and_networks(name: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Return addresses and networks, with commas between.

    An address is a network of one. A network of all addresses is refused.
    """
    networks = []
    for word in words(name):
        try:
            network = ip_network(word)
        except ValueError:
            network = None
        if network is None or network.prefixlen == 0:
            refuse(name, word, "addresses and networks, such as 127.0.0.1,10.2.0.0/16")
        networks.append(network)
    return tuple(networks)


def webhook_secret(name: str, *, needed: bool) -> str:
    """Return the secret that webhooks are signed with, as Standard Webhooks writes one: whsec_, base64 of 24 to 64
    bytes.
    """
    entered = text(name)
    if not entered and not needed:
        return ""
    try:
        key = b64decode(entered.removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    if not entered.startswith("whsec_") or not 24 <= len(key) <= 64:
        refuse(name, entered[:6] + "…" if entered else "", "whsec_ and the base64 of 24 to 64 random bytes")
    return entered


def checkpoint_key(name: str) -> str:
    """Return the private key of checkpoints as manage.py make_checkpoint_key writes it, or nothing. Shows nothing of
    it.
    """
    entered = text(name)
    if entered and not re.fullmatch(r"PRIVATE\+KEY\+[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}", entered):
        refuse(name, "…", "the one line that manage.py make_checkpoint_key writes, PRIVATE+KEY+name+id+key")
    return entered


def public_keys(name: str) -> list[str]:
    """Return the public keys for signed checkpoints, with commas between; none if the variable is not set."""
    entered = words(name)
    for word in entered:
        if not re.fullmatch(r"[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}", word):
            refuse(name, word, "public keys as manage.py checkpoint_vkey prints them, name+id+key")
    return entered


def broker(name: str) -> str:
    entered = text(name)
    if entered and not re.match(r"\w+://", entered):
        refuse(name, entered, "amqp://user:password@host:5672/ for RabbitMQ")
    return entered


def broker_tls(url: str) -> dict[str, Any] | None:
    """Return Celery's TLS settings for a broker; None for a broker without TLS.

    Without these settings kombu accepts a certificate for any name. Kombu itself adds the name of the broker.
    """
    if not url.startswith("amqps://"):
        return None
    return {"cert_reqs": ssl.CERT_REQUIRED, "server_hostname": None}


def secret(name: str, without: str) -> str:
    """Return the secret in the variable; empty if not set (`without` describes that case in words).

    Ends the process for a secret that contains a placeholder, is short or repeats itself: anybody can guess it.
    """
    entered = text(name)
    plain = re.sub(r"[^a-z0-9]", "", entered.lower())
    guessed = any(word in plain for word in PLACEHOLDERS)
    if entered and (guessed or len(entered) < SECRET_KEY_LENGTH or len(set(entered)) < SECRET_KEY_VARIETY):
        refuse(
            name,
            entered if guessed and len(entered) < SECRET_KEY_LENGTH else "…",
            f"{SECRET_KEY_LENGTH} or more characters drawn by chance, as by `openssl rand -base64 48`, "
            f"or {without}",
        )
    return entered


def own_secret_key(name: str, folder: Path) -> str:
    """Return the key in the variable, or the one that this installation made for itself in its data folder."""
    entered = secret(name, "nothing, for a key that the house makes for itself")
    try:
        return entered or secret_key(folder)
    except OSError as error:
        refuse("PERMANENCE_DATA", str(folder), f"a folder that can be written to ({error.strerror})")
