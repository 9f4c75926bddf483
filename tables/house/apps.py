from django.apps import AppConfig


class HouseConfig(AppConfig):
    name = "tables.house"
    label = "house"
    verbose_name = "House"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tables.house.boards import BoardProjection
        from tables.house.permanence import Permanence
        from tables.stream import register_follower, register_inline

        register_inline(BoardProjection())
        register_follower(Permanence())
