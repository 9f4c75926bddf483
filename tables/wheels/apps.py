from collections.abc import Mapping
from typing import Any

from django.apps import AppConfig

from tables.roulette.refusal import Refused


class WheelsConfig(AppConfig):
    name = "tables.wheels"
    label = "wheels"
    verbose_name = "Wheels"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Offer the registers the protocols of the drivers."""
        from tables.handling.register_choices import offer_protocols
        from tables.wheels.drivers import OPTIONS, driver_for
        from tables.wheels.drivers.driver import OptionsBroken

        def fault(protocol: str, options: Mapping[str, Any]) -> Refused | None:
            from tables.wheels.listening import line_options

            if protocol not in OPTIONS:
                return None
            try:
                _, of_driver = line_options(dict(options))
                driver_for(protocol, "reader", of_driver)
            except OptionsBroken as broken:
                return broken.as_refused(protocol)
            return None

        offer_protocols(OPTIONS, fault)
