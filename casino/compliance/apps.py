from django.apps import AppConfig


class ComplianceConfig(AppConfig):
    name = "casino.compliance"
    label = "compliance"
    verbose_name = "Compliance"
    default_auto_field = "django.db.models.BigAutoField"
