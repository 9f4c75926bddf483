"""`manage.py unused_templates`: a template that nothing names is dead, and fails the checks."""

import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from tables.management_command import ManagementCommand

# Django itself looks these up by name.
FOUND_BY_NAME = {"400.html", "403.html", "403_csrf.html", "404.html", "500.html"}


class Command(ManagementCommand):
    """A template counts as used when a Python file or another template has its name in quotes."""

    help = "Name every template that no view and no other template uses."

    def handle(self, *args: Any, **options: Any) -> None:
        folder = settings.BASE_DIR / "templates"
        named = _names_in_quotes(settings.BASE_DIR)
        templates = {path.relative_to(folder).as_posix() for path in folder.rglob("*.html")}
        unused = sorted(templates - named - FOUND_BY_NAME)
        if unused:
            raise CommandError("templates that nothing uses: " + ", ".join(unused))
        self.stdout.write(f"All {len(templates)} templates are used.")


def _names_in_quotes(root: Path) -> set[str]:
    """Every `folder/name.html` in quotes; `name.html#partial` names its file."""
    quoted = re.compile(r"""["']([\w./-]+\.html)(?:#[\w-]+)?["']""")
    sources = [*(root / "templates").rglob("*.html")]
    for package in ("casino", "settlement", "tables"):
        sources += (root / package).rglob("*.py")
    return {name for source in sources for name in quoted.findall(source.read_text())}
