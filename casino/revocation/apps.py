from django.apps import AppConfig


class RevocationConfig(AppConfig):
    name = "casino.revocation"
    label = "revocation"
    verbose_name = "Revocation"
