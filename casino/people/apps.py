from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "casino.people"
    label = "people"
    verbose_name = "People"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from casino.people import permissions  # noqa: F401  registers every permission with `rules`
        from casino.people.models import SIGN_IN
        from tables.handling.register_choices import offer

        offer("roles", lambda: tuple(role.value for role in SIGN_IN))
