"""`manage.py makemessages`: write the catalogues again from the sources, or with `--check` list those out of date."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from casino.languages.extraction import brought_up_to_date, gather
from tables.management_command import ManagementCommand


class Command(ManagementCommand):
    """Replacement of Django's command of this name, which needs GNU gettext and writes dates and places."""

    help = "Gather the sentences of the screens into locale/."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail if anything would change"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        outdated = []
        for language, _ in settings.LANGUAGES:
            path = settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po"
            text = brought_up_to_date(path, gather(settings.BASE_DIR, language), language)
            if path.exists() and path.read_text() == text:
                continue
            outdated.append(path.relative_to(settings.BASE_DIR).as_posix())
            if not options["check"]:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
        if outdated and options["check"]:
            raise CommandError(f"run manage.py makemessages: out of date are {', '.join(outdated)}")
        self.stdout.write(f"Written: {', '.join(outdated)}" if outdated else "The catalogues are up to date.")
