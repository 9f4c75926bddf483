"""Addresses of the probes and of the version."""

from django.urls import path

from casino.health.views import healthz, readyz, version

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("version", version, name="version"),
]
