"""The settings of the installation for readers over MQTT."""

from django.conf import settings

from tables.wheels.mqtt import Broker, MqttSettings


def mqtt_settings() -> MqttSettings:
    """Return WHEEL_MQTT_BROKERS, WHEEL_MQTT_CA, WHEEL_MQTT_CERTIFICATE and WHEEL_MQTT_KEY."""
    return MqttSettings(
        brokers=tuple(Broker(**each) for each in settings.WHEEL_MQTT_BROKERS),
        ca=settings.WHEEL_MQTT_CA,
        certificate=settings.WHEEL_MQTT_CERTIFICATE,
        key=settings.WHEEL_MQTT_KEY,
    )
