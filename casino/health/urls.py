"""Addresses of the probes."""

from django.urls import path

from casino.health.views import healthz, readyz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
]
