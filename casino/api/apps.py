from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "casino.api"
    label = "api"
    verbose_name = "API"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Offer the registers scopes and types of events, and follow their clients and webhooks."""
        from oauth2_provider.generators import generate_client_secret

        from casino.api import registered
        from casino.api.access.scopes import SCOPES
        from casino.api.webhooks.signing import new_secret
        from casino.compliance.declared import LISTED
        from tables.handling.register_choices import SecretKeeper, follow, keep_secrets, offer, stand_in

        offer("scopes", lambda: tuple(SCOPES))
        offer("event_types", lambda: tuple(sorted(LISTED)))
        stand_in("client", registered.older_clients)
        follow("client", registered.follow_client)
        follow("webhook", registered.follow_webhook)
        keep_secrets("client", SecretKeeper(generate_client_secret, registered.keep_client_secret))
        keep_secrets("webhook", SecretKeeper(new_secret, registered.keep_webhook_secret))
