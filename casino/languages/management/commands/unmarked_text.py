"""`manage.py unmarked_text`: text of a template that is not marked for the catalogues fails the checks."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from casino.languages.unmarked import unmarked_text
from tables.management_command import ManagementCommand


class Command(ManagementCommand):
    help = "Name the text of templates that no catalogue can have."

    def handle(self, *args: Any, **options: Any) -> None:
        templates = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
        found = [
            f"{path.relative_to(settings.BASE_DIR)}:{each.line}: {each.text}"
            for path in templates
            for each in unmarked_text(path.read_text())
        ]
        if found:
            raise CommandError("text that is not marked for translation:\n" + "\n".join(found))
        self.stdout.write(f"All text of {len(templates)} templates is marked.")
