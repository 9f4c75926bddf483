from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "casino.people"
    label = "people"
    verbose_name = "People"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in, user_logged_out

        from casino.people import permissions  # noqa: F401  registers every permission with `rules`
        from casino.people.models import SIGN_IN
        from tables.handling.register_choices import offer

        offer("roles", lambda: tuple(role.value for role in SIGN_IN))
        from casino.people.access_events import ACCESS_EVENTS
        from casino.people.personal_fields import PERSONAL_FIELDS
        from casino.people.register.access_entries import AccessEntries
        from casino.people.sign_in import recording
        from tables.handling.aggregate import register_codecs
        from tables.registers.people.events import PERSON_EVENTS
        from tables.stream import register_personal_fields, register_synchronous

        register_codecs(ACCESS_EVENTS, PERSON_EVENTS)
        register_personal_fields(PERSONAL_FIELDS)
        register_synchronous(AccessEntries())
        user_logged_in.connect(recording.begin_session, dispatch_uid="people.begin-session")
        user_logged_out.connect(recording.end_session, dispatch_uid="people.end-session")
