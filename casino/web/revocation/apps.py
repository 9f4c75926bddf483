from django.apps import AppConfig


class RevocationConfig(AppConfig):
    name = "casino.web.revocation"
    label = "revocation"
    verbose_name = "Revocation"
