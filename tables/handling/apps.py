from django.apps import AppConfig


class HandlingConfig(AppConfig):
    name = "tables.handling"
    label = "house"
    verbose_name = "Casino"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.conf import settings
        from django.core.checks import Tags, register

        from tables.compliance.events import VIOLATION_EVENTS
        from tables.handling.aggregate import register_codecs
        from tables.handling.entry_secrets import keep_hashed, new_token
        from tables.handling.gaming_day import check_shifts
        from tables.handling.projections.casino_days import CasinoDays
        from tables.handling.projections.equipment import Equipment
        from tables.handling.projections.permanence import Permanence
        from tables.handling.projections.reader_spins import ReaderSpins
        from tables.handling.projections.register_entries import RegisterEntries
        from tables.handling.projections.rota import RotaRows
        from tables.handling.projections.rulebook_texts import RulebookTexts
        from tables.handling.projections.table_snapshots import TableSnapshots
        from tables.handling.register_choices import SecretKeeper, follow, keep_secrets
        from tables.handling.register_rows import follow_casino, follow_reader, follow_table
        from tables.handling.registered_rulebooks import check_registered_rulebooks
        from tables.play.events import TABLE_EVENTS
        from tables.registers.balls import BALL_EVENTS
        from tables.registers.casino_day.events import CASINO_DAY_EVENTS
        from tables.registers.chip_series import SERIES_EVENTS
        from tables.registers.entries.events import REGISTER_EVENTS
        from tables.registers.rota.plan import ROTA_EVENTS
        from tables.registers.wheels import WHEEL_EVENTS
        from tables.roulette.loader import HOUSE_FOLDER, add_folder, rulebooks
        from tables.roulette.refusal import RulebookBroken
        from tables.stream import register_asynchronous, register_synchronous

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
        register_codecs(
            TABLE_EVENTS,
            WHEEL_EVENTS,
            BALL_EVENTS,
            SERIES_EVENTS,
            ROTA_EVENTS,
            VIOLATION_EVENTS,
            CASINO_DAY_EVENTS,
            REGISTER_EVENTS,
        )
        keep_secrets("sign", SecretKeeper(make=new_token, keep=keep_hashed))
        follow("casino", follow_casino)
        follow("table", follow_table)
        follow("reader", follow_reader)
        register_synchronous(RegisterEntries())
        register_synchronous(TableSnapshots())
        register_synchronous(Equipment())
        register_synchronous(RotaRows())
        register_synchronous(CasinoDays())
        register_synchronous(RulebookTexts())
        register_asynchronous(Permanence())
        register_asynchronous(ReaderSpins())
