"""Addresses of setting up."""

from django.urls import path

from casino.setting_up.views import Step, begin

app_name = "set_up"
urlpatterns = [
    path("<str:token>/", begin, name="begin"),
    path("<str:token>/<slug:name>/", Step.as_view(), name="step"),
]
