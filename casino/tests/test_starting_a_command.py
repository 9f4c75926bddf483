"""Start of a management command: no system checks, and no library that few commands use."""

import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class

from tables.management_command import ManagementCommand

OWN = sorted(
    name for name, app in get_commands().items() if app.startswith(("casino", "settlement", "tables"))
)
OWN.remove("migrate")  # Django's own command, which checks the database's tables
RARELY_NEEDED = {"celery", "fpdf", "jinja2", "kombu", "numpy", "scipy", "xlsxwriter"}


@pytest.mark.parametrize("name", OWN)
def test_own_command_starts_without_system_checks(name: str) -> None:
    command = load_command_class(get_commands()[name], name)
    assert isinstance(command, ManagementCommand)
    assert command.requires_system_checks == ()


def test_setup_imports_no_library_that_few_commands_use() -> None:
    script = "import sys, django; django.setup(); print(*sys.modules)"
    environment = {"DJANGO_SETTINGS_MODULE": "casino.settings", "PERMANENCE_DATA": str(settings.DATA_DIR)}
    started = subprocess.run(
        [sys.executable, "-c", script],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {module.partition(".")[0] for module in started.stdout.split()}
    assert "django" in loaded
    assert loaded & RARELY_NEEDED == set()
