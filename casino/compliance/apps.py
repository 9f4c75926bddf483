from django.apps import AppConfig


class ComplianceConfig(AppConfig):
    name = "casino.compliance"
    label = "compliance"
    verbose_name = "Compliance"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from casino.compliance.inspections.projection import InspectionSheets
        from casino.compliance.projection import Violations
        from tables.stream import register_synchronous

        register_synchronous(Violations())
        register_synchronous(InspectionSheets())
