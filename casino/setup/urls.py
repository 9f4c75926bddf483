"""Addresses of setting up."""

from django.urls import path

from casino.setup.views import Step, begin

app_name = "set_up"
urlpatterns = [
    path("<str:token>/", begin, name="begin"),
    path("<str:token>/<slug:name>/", Step.as_view(), name="step"),
]
