from django.apps import AppConfig


class SettlementConfig(AppConfig):
    name = "settlement"
    label = "settlement"
    verbose_name = "Settlement"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from settlement.bank_rows import ChipBank
        from settlement.box_rows import Boxes
        from settlement.day_changes import CountedChanges
        from settlement.keeping import KeptFigures
        from settlement.sheet_projection import PayoutSheets
        from settlement.slip_rows import Slips
        from tables.stream.projections import register_follower, register_inline

        register_inline(PayoutSheets())
        register_inline(Slips())
        register_inline(CountedChanges())
        register_follower(KeptFigures())
        register_inline(Boxes())
        register_inline(ChipBank())
