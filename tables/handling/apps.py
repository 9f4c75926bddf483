from django.apps import AppConfig


class HandlingConfig(AppConfig):
    name = "tables.handling"
    label = "house"
    verbose_name = "Casino"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.conf import settings
        from django.core.checks import Tags, register

        from tables.handling.gaming_day import check_shifts
        from tables.handling.registered_rulebooks import check_registered_rulebooks
        from tables.refusal import RulebookBroken
        from tables.roulette.loader import HOUSE_FOLDER, add_folder, rulebooks

        folder = HOUSE_FOLDER
        try:
            rulebooks()
            if settings.RULEBOOKS:
                folder = settings.RULEBOOKS
                add_folder(folder)
        except RulebookBroken as broken:
            # A broken rulebook stops the services here and not in the middle of a coup; its file, key and reason
            # are all that helps, so they are all that is printed.
            raise SystemExit(f"A rulebook in {folder} cannot be used: {broken}") from None
        register(check_registered_rulebooks, Tags.database)
        register(check_shifts, Tags.database)
