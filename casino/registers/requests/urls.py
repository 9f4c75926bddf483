"""Addresses of the requests of API clients."""

from django.urls import path

from casino.registers.requests.views import confirm, index, one, refuse

app_name = "requests"
urlpatterns = [
    path("", index, name="index"),
    path("<uuid:waiting>/", one, name="one"),
    path("<uuid:waiting>/confirm", confirm, name="confirm"),
    path("<uuid:waiting>/refuse", refuse, name="refuse"),
]
