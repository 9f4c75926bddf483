from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "casino.people"
    label = "people"
    verbose_name = "People"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in, user_logged_out

        from casino.people import permissions  # noqa: F401  registers every permission with `rules`
        from casino.people.sign_in import recording

        user_logged_in.connect(recording.begin_session, dispatch_uid="people.begin-session")
        user_logged_out.connect(recording.end_session, dispatch_uid="people.end-session")
