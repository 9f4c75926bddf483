from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "casino.notices"
    label = "notices"
    verbose_name = "Notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from casino.notices.outbox import Outbox
        from casino.notices.recipients import follow_notice, keep_secret, new_secret, rules_that_tell
        from tables.handling.register_choices import SecretKeeper, follow, keep_secrets, offer
        from tables.stream import register_asynchronous

        register_asynchronous(Outbox())
        offer("rules", rules_that_tell)
        follow("notice", follow_notice)
        keep_secrets("notice", SecretKeeper(make=new_secret, keep=keep_secret))
