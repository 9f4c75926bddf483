"""A setting that makes no sense stops every process of the house in one line that says what would be right."""

import os
import runpy
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from casino.installation import environment as env

ROOT = Path(__file__).resolve().parents[2]

# What is set, and what the one line must say.
SENSELESS = {
    "PORT=abc": '"abc"; right would be a whole number from 1 to 65535',
    "PORT=99999999": '"99999999"; right would be a whole number from 1 to 65535',
    "CODE_VERSION=of today": '"of today"; right would be a version such as 0.1.0+g60b939cc',
    "TIME_ZONE=Nowhere/X": '"Nowhere/X"; right would be the name of a time zone such as Europe/Lisbon',
    "TIME_ZONE=Europe/Lisboa": "did you mean Europe/Lisbon?",
    "TIME_ZONE=Europe": '"Europe"; right would be the name of a time zone',
    "TIME_ZONE=../etc": '"../etc"; right would be the name of a time zone',
    "DATABASE_URL=foo": '"foo"; right would be postgres://user:password@host:5432/name',
    "DATABASE_URL=sqlite:///file": "right would be postgres://user:password@host:5432/name",
    "DATABASE_URL=postgres://host:door/name": "right would be postgres://user:password@host:5432/name",
    "DATABASE_URL=postgres://host": "the name of the database is missing",
    "DATABASE_OWNER_URL=postgres://owner@host/name": "right would be set together with DATABASE_URL",
    "CELERY_BROKER_URL=rabbit": "right would be amqp://user:password@host:5672/",
    "EMAIL_URL=http://mail.house": "right would be smtp+tls:// or smtp+ssl://, then name:password@host:port",
    "EMAIL_URL=smtp+tls://mail.house:door": "right would be smtp+tls:// or smtp+ssl://",
    "EMAIL_URL=smtp://house:secret@mail.house": '"smtp://***@mail.house"; right would be smtp+tls:// or smtp+ssl://',
    "EMAIL_URL=smtp://house:secret@10.2.0.5:25": "without TLS, everybody on the way reads the password",
    "PDF_FALLBACK_FONTS=/nowhere": "right would be a folder with files *.[ot]t[fc] in it",
    "DEBUG=perhaps": '"perhaps"; right would be true or false',
    "GAMING_DAY_BEGINS_AT=24": "right would be a whole number from 0 to 23",
    "SHIFT_SWEEP_SECONDS=nan": "right would be a number above 0",
    "CHECKPOINT_SECONDS=0": "right would be a number above 0 and at most 86400",
    "CHECKPOINT_VKEYS=secret": "right would be public keys as manage.py checkpoint_vkey prints them",
    "CHECKPOINT_KEY=secret": '"…"; right would be the one line that manage.py make_checkpoint_key writes',
    "SIGN_IN_LOCKED_MINUTES=99999999999": "right would be a whole number from 1 to 1440",
    "WEBHOOK_ALLOWED_ADDRESSES=cash.house,10.2.0.1/16": '"10.2.0.1/16"; right would be names of hosts, addresses',
    "WEBHOOK_ALLOWED_ADDRESSES=https://cash.house": "right would be names of hosts, addresses or networks",
    "WHEEL_READER_ADDRESSES=socket://10.0.0.5": "right would be names of hosts, addresses or networks",
    "WHEEL_READER_PORTS=0": '"0"; right would be ports from 1 to 65535',
    "WHEEL_READER_PORTS=4001,4016-4001": '"4016-4001"; right would be ports from 1 to 65535',
    "WHEEL_READER_PORTS=1-65536": '"1-65536"; right would be ports from 1 to 65535',
    "WHEEL_READER_PORTS=any": '"any"; right would be ports and ranges of ports, such as 23,4001-4016',
    "WHEEL_MQTT_BROKERS=broker.house:8883": "right would be addresses such as mqtts://user:password@broker.house",
    "WHEEL_MQTT_BROKERS=mqtts://gateway:secret@broker.house": '"mqtts://***@broker.house"; right would be',
    "WHEEL_MQTT_BROKERS=mqtts://broker.house:8883/wheels": "without a topic: the register has it",
    "WHEEL_MQTT_BROKERS=mqtts://broker.house:door": "right would be addresses such as mqtts://",
    "WHEEL_MQTT_BROKERS=mqtt://gateway:secret@10.2.0.9:1883": "without TLS, everybody on the way reads the password",
    "WHEEL_MQTT_CA=/nowhere/authority.pem": "right would be the path of a file that this process can read",
    "WHEEL_MQTT_KEY=/etc": "right would be the path of a file that this process can read",
    "WHEEL_READER_DEVICES=/etc/*": '"/etc/*"; right would be paths such as /dev/ttyUSB*',
    "WHEEL_READER_DEVICES=/dev/ttyUSB*,/dev/../etc/*": '"/dev/../etc/*"; right would be paths such as',
    "WEBHOOK_ALLOWED_ADDRESSES=10.2.0": "right would be names of hosts, addresses or networks",
    "TRUSTED_PROXIES=127.0.0.1,proxy.house": '"proxy.house"; right would be addresses and networks, such as 127.0.0.1',
    "TRUSTED_PROXIES=10.2.0.1/16": '"10.2.0.1/16"; right would be addresses and networks',
    "TRUSTED_PROXIES=0.0.0.0/0": '"0.0.0.0/0"; right would be addresses and networks',
    "SECRET_KEY=CHANGE-ME": '"CHANGE-ME"; right would be 32 or more characters drawn by chance',
    "PIN_PEPPER=4711": '"…"; right would be 32 or more characters drawn by chance',
    "PIN_LEAST_DIGITS=3": "right would be a whole number from 4 to 12",
    "SECRET_KEY=django-insecure-0f$k2l!x9@q7w#e5r%t3y^u1i&o8p*a6": '"…"; right would be 32 or more characters',
    "SECRET_KEY=0f$k2l!x9@q7w#e5r%t3y^u1i&o8p*a": '"…"; right would be 32 or more characters',
    "SECRET_KEY=abababababababababababababababababababab": '"…"; right would be 32 or more characters',
    "DEMONSTRATION=open": "right would be one of PRIVATE, PUBLIC",
    "LOG_LEVEL=loud": "right would be one of CRITICAL, ERROR, WARNING, INFO, DEBUG",
    "PERMANENCE_DATA=/dev/null/house": "right would be a folder that can be written to",
    "RULEBOOKS=/nowhere": "right would be a folder with files *.toml in it (/nowhere: No such file or directory)",
    "RULEBOOKS=docs": f"right would be a folder with files *.toml in it ({ROOT}/docs has none)",
    "RULEBOOKS=manage.py": f"({ROOT}/manage.py: Not a directory)",
}

PROCESSES = {
    "manage.py": ["manage.py", "check"],
    "the web server": ["-m", "uvicorn", "casino.asgi:application"],
    "Celery": ["-m", "celery", "-A", "casino", "beat"],
}


def started(arguments: Sequence[str], *settings: str) -> "subprocess.CompletedProcess[str]":
    """What comes of a process of the house with these settings."""
    environment = {**os.environ, **dict(each.split("=", 1) for each in settings)}
    environment["DJANGO_SETTINGS_MODULE"] = "casino.settings"
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def settings_read(monkeypatch: pytest.MonkeyPatch, *settings: str) -> dict[str, Any]:
    """The settings with these in the environment. Raises SystemExit with the line that ends a process."""
    for name, _, value in (each.partition("=") for each in settings):
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "casino/settings.py"))


def refusal(monkeypatch: pytest.MonkeyPatch, *settings: str) -> str:
    """The one line that ends a process with these settings."""
    with pytest.raises(SystemExit) as ended:
        settings_read(monkeypatch, *settings)
    (line,) = str(ended.value.code).splitlines()
    return line


@pytest.mark.parametrize("process", PROCESSES)
def test_every_process_is_stopped_by_one_line_without_a_trace(process: str) -> None:
    ended = started(PROCESSES[process], "PORT=abc")
    assert ended.returncode != 0
    (line,) = ended.stderr.splitlines()
    assert line.startswith('The setting PORT says "abc"; right would be a whole number from 1 to 65535.')


@pytest.mark.parametrize("setting", SENSELESS)
def test_a_senseless_setting_is_named_with_what_it_says_and_what_would_be_right(
    setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = refusal(monkeypatch, setting)
    assert line.startswith(f"The setting {setting.partition('=')[0]} says ")
    assert SENSELESS[setting] in line


def test_readers_are_at_public_addresses_and_serial_lines_without_a_setting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = settings_read(monkeypatch, "WHEEL_READER_ADDRESSES=")
    assert (read["WHEEL_READER_ADDRESSES"], read["WHEEL_READER_PORTS"]) == ([], ((1024, 65535),))
    assert "/dev/ttyUSB*" in read["WHEEL_READER_DEVICES"]
    listed = settings_read(
        monkeypatch, "WHEEL_READER_PORTS=23, 4001-4016", "WHEEL_READER_DEVICES=/dev/readers/*"
    )
    assert (listed["WHEEL_READER_PORTS"], listed["WHEEL_READER_DEVICES"]) == (
        ((23, 23), (4001, 4016)),
        ["/dev/readers/*"],
    )


def test_brokers_of_readers_are_listed_with_their_sign_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = "WHEEL_MQTT_BROKERS=mqtts://gateway:a%2Cb%40c@Broker.house:8883, mqtt://127.0.0.1:1883"
    assert settings_read(monkeypatch, listed)["WHEEL_MQTT_BROKERS"] == [
        {"host": "broker.house", "port": 8883, "tls": True, "user": "gateway", "password": "a,b@c"},
        {"host": "127.0.0.1", "port": 1883, "tls": False, "user": None, "password": None},
    ]


def test_https_without_a_trusted_proxy_is_refused_since_nobody_is_believed_to_speak_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = refusal(monkeypatch, "BEHIND_HTTPS=true")
    assert line.startswith("The setting TRUSTED_PROXIES says")
    assert "since BEHIND_HTTPS is set" in line


@pytest.mark.parametrize(
    ("given", "secure", "hsts"),
    [
        ([], False, 0),
        (["BEHIND_HTTPS=true", "TRUSTED_PROXIES=127.0.0.1"], True, 2592000),
        (["BEHIND_HTTPS=true", "TRUSTED_PROXIES=127.0.0.1", "HSTS_SECONDS=0"], True, 0),
    ],
)
def test_cookies_and_browsers_keep_to_https_behind_it(
    given: list[str], secure: bool, hsts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = settings_read(monkeypatch, *given)
    assert (read["SESSION_COOKIE_SECURE"], read["CSRF_COOKIE_SECURE"]) == (secure, secure)
    assert read["SECURE_HSTS_SECONDS"] == hsts


@pytest.mark.parametrize("process", PROCESSES)
def test_a_broken_rulebook_of_the_house_stops_every_process_in_one_line(process: str, tmp_path: Path) -> None:
    (tmp_path / "monaco.toml").write_text('id = "monaco"\nversion = 0\n')
    ended = started(PROCESSES[process], f"RULEBOOKS={tmp_path}")
    assert ended.returncode != 0
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"A rulebook in {tmp_path} cannot be used: monaco.toml: ")


def test_a_version_that_the_project_has_already_stops_the_house_naming_both_files(tmp_path: Path) -> None:
    ours = ROOT / "tables/roulette/rulebooks/it-live.toml"
    copy = tmp_path / "it-live.v3.toml"
    copy.write_bytes(ours.read_bytes())
    ended = started(PROCESSES["manage.py"], f"RULEBOOKS={tmp_path}")
    assert ended.returncode != 0
    (line,) = ended.stderr.splitlines()
    assert f"{copy}: version: Version 3 of it-live is in {ours} already. Remove one of the files" in line


@pytest.mark.parametrize(
    "url", ["postgres://boss:secret@host", "boss:secret@host/name", "mysql://boss:sec@ret@host/secret-name"]
)
def test_a_password_in_an_address_is_not_shown(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    line = refusal(monkeypatch, f"DATABASE_URL={url}")
    assert "***@host" in line
    assert "sec@" not in line and ":secret@" not in line


def test_an_empty_setting_is_one_that_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", " ")
    assert env.whole_number("PORT", 8000, least=1, most=65535) == 8000
    monkeypatch.setenv("ALLOWED_HOSTS", "")
    assert env.words("ALLOWED_HOSTS", ["localhost"]) == ["localhost"]


def test_sensible_setting_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example, b.example,")
    assert env.words("ALLOWED_HOSTS") == ["a.example", "b.example"]
    monkeypatch.setenv("DEBUG", "Yes")
    assert env.yes_or_no("DEBUG") is True
    monkeypatch.setenv("LOG_LEVEL", "debug")
    assert env.one_of("LOG_LEVEL", "INFO", ("INFO", "DEBUG")) == "DEBUG"
    monkeypatch.setenv("SHIFT_SWEEP_SECONDS", "0.5")
    assert env.number("SHIFT_SWEEP_SECONDS", 60, most=86400) == 0.5
    monkeypatch.setenv("RULEBOOKS", "roulette/rulebooks")
    folder = env.folder_with("RULEBOOKS", "*.toml", base=ROOT / "tables")
    assert folder == ROOT / "tables/roulette/rulebooks"
    found = env.postgresql("DATABASE_URL", "postgres://boss:secret@/house?host=/run/socket")
    assert (found["NAME"], found["USER"], found["OPTIONS"]) == ("house", "boss", {"host": "/run/socket"})


@pytest.mark.parametrize(
    ("hosts", "host", "port"), [("a:5432,b:5433", "a,b", "5432,5433"), ("a,b", "a,b", "")]
)
def test_address_with_two_servers_names_both(hosts: str, host: str, port: str) -> None:
    url = f"postgres://boss@{hosts}/house?target_session_attrs=read-write"
    found = env.postgresql("DATABASE_URL", url)
    assert (found["HOST"], found["PORT"]) == (host, port)
    assert found["OPTIONS"] == {"target_session_attrs": "read-write"}


def test_address_with_a_port_for_one_of_two_servers_is_refused() -> None:
    with pytest.raises(SystemExit, match="a port for each of the hosts"):
        env.postgresql("DATABASE_URL", "postgres://boss@a,b:5433/house")


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("WHEEL_PORT=abc", 'WHEEL_PORT says "abc"; right would be a whole number from 1 to 65526'),
        ("WHEEL_SPEED=0", 'WHEEL_SPEED says "0"; right would be a number above 0'),
    ],
)
def test_run_house_names_a_senseless_setting_of_its_wheels(setting: str, complaint: str) -> None:
    ended = started(["manage.py", "run_house"], setting)
    assert ended.returncode != 0
    assert complaint in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("url", "uses_starttls", "uses_tls"),
    [
        ("smtp+tls://house:secret@mail.house:587", True, False),
        ("smtp+ssl://house:secret@mail.house", False, True),
        ("smtp://mail.house", False, False),
        ("smtp://house:secret@127.0.0.1:25", False, False),
        ("smtp://house:secret@localhost", False, False),
    ],
)
def test_mail_server_has_the_settings_of_its_url(
    url: str, uses_starttls: bool, uses_tls: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = settings_read(monkeypatch, f"EMAIL_URL={url}")
    assert found.get("EMAIL_USE_TLS", False) is uses_starttls
    assert found.get("EMAIL_USE_SSL", False) is uses_tls
    assert found["EMAIL_BACKEND"] == "casino.notices.mail.TimedBackend"
    assert found["EMAIL_HOST"] in url
