from django.apps import AppConfig


class SettlementConfig(AppConfig):
    name = "settlement"
    label = "settlement"
    verbose_name = "Settlement"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from settlement.bank.events import BANK_EVENTS
        from settlement.bank_rows import ChipBank
        from settlement.box_rows import Boxes
        from settlement.boxes.events import BOX_EVENTS
        from settlement.day_changes import CountedChanges
        from settlement.desk_claims.events import DESK_CLAIM_EVENTS
        from settlement.kept_days import KeptFigures
        from settlement.sheet_projection import PayoutSheets
        from settlement.slip_rows import Slips
        from settlement.slips.events import SLIP_EVENTS
        from tables.handling.aggregate import register_codecs
        from tables.stream.projections import register_asynchronous, register_synchronous

        register_codecs(SLIP_EVENTS, BOX_EVENTS, BANK_EVENTS, DESK_CLAIM_EVENTS)
        register_synchronous(PayoutSheets())
        register_synchronous(Slips())
        register_synchronous(CountedChanges())
        register_asynchronous(KeptFigures())
        register_synchronous(Boxes())
        register_synchronous(ChipBank())
