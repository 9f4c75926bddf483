"""pytest plugin: a database for the tests where none is given, and a run that allows no skip.

Each process that runs tests starts an embedded server in a folder of its own, and stops it when it ends: a parallel
run has one for each worker, and none for the process that deals the tests out.
"""

import fcntl
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, NamedTuple
from urllib.parse import urlsplit

import pytest
from _pytest.nodes import Node

from casino.installation.data_folder import make_folder
from casino.installation.server_address import SERVICES, role_of_service, variable_of_service
from casino.one_machine.postgres import EmbeddedServer
from casino.one_machine.server_user import server_programs

_server = pytest.StashKey[EmbeddedServer]()
_lock = pytest.StashKey[IO[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--no-skips`: for CI, where everything that a test can need is installed."""
    parser.addoption("--no-skips", action="store_true", help="a skipped test fails the run")
    parser.addoption(
        "--but",
        metavar="WORDS",
        action="append",
        default=[],
        help="with --no-skips: allow skips whose reason has these words; may be given several times",
    )


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Start the embedded server unless DATABASE_URL names another."""
    from django.conf import settings

    deals_out = config.getoption("dist", "no") != "no"
    if not settings.DATABASE_IS_EMBEDDED:
        if deals_out:
            raise pytest.UsageError("Workers need a server each, and DATABASE_URL names one: run without -n.")
        return
    if not hasattr(config, "workerinput"):
        config.stash[_lock] = _only_run(settings.DATA_DIR)
    if not deals_out:
        server = EmbeddedServer(settings.DATA_DIR, quick=True)
        server.ensure_running()
        config.stash[_server] = server


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the server that this run has started."""
    if server := config.stash.get(_server, None):
        server.stop()
    if lock := config.stash.get(_lock, None):
        lock.close()


def _only_run(folder: Path) -> IO[str]:
    """Two runs on one folder would drop each other's test database."""
    lock = (make_folder(folder) / "run.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise pytest.UsageError(f"Another test run uses {folder}; PERMANENCE_DATA chooses another.") from None
    return lock


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Under --no-skips a skipped test is a failure that repeats the reason."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        _forbid(item, report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Handle the report of a whole file that skips itself."""
    report = yield
    if report.skipped:
        _forbid(collector, report)
    return report


def _forbid(node: Node, report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure that repeats its reason, unless the run allows it."""
    if not node.config.getoption("--no-skips"):
        return
    reason = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
    if not any(words in reason for words in node.config.getoption("--but")):
        report.outcome = "failed"
        report.longrepr = f"{node.nodeid}: no test may be skipped in this run. {reason}"


def addresses_of(database: str) -> dict[str, str]:
    """Return the settings by which a process works on a database of the test server, each service with its own role."""
    from django.conf import settings

    addresses = {"DATABASE_URL": address_of("", database)}
    if settings.DATABASE_IS_EMBEDDED:
        addresses |= {variable_of_service(service): address_of(service, database) for service in SERVICES}
    return addresses


def address_of(service: str, database: str) -> str:
    """Return the address of a database of the test server for one service; "" for the application."""
    from django.conf import settings

    application = urlsplit(settings.DATABASE_URL)._replace(path=f"/{database}")
    if service and settings.DATABASE_IS_EMBEDDED:
        application = application._replace(netloc=f"{role_of_service(service)}@")
    return application.geturl()


class ServerForTests(NamedTuple):
    """A PostgreSQL of a test's own: the address of its one database, and the folder of pg_dump, psql and the rest."""

    url: str
    programs: Path


@pytest.fixture(scope="module")
def start_server() -> Iterator[Callable[[], ServerForTests]]:
    """Start a fresh PostgreSQL at each call, separate from the other tests' database."""
    with ExitStack() as started:

        def start() -> ServerForTests:
            folder = started.enter_context(temporary_folder())
            server = EmbeddedServer(folder, quick=True)
            started.callback(server.stop)
            return ServerForTests(server.ensure_running(), server_programs(folder))

        yield start


@pytest.fixture
def house_folder() -> Iterator[Path]:
    """An empty data folder for a house of one's own."""
    with temporary_folder() as folder:
        yield folder


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that goes again. Not under tmp_path, which only its owner may walk into."""
    folder = Path(tempfile.mkdtemp(prefix="permanence-test-"))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
