from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "casino.people"
    label = "people"
    verbose_name = "People"
    default_auto_field = "django.db.models.BigAutoField"
