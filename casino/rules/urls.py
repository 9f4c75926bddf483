"""Addresses of the reference pages."""

from django.urls import path

from casino.rules.views import rulebook, shelf

app_name = "reference"
urlpatterns = [
    path("", shelf, name="shelf"),
    path("<str:id_>/", rulebook, name="newest"),
    path("<str:id_>/<str:version>/", rulebook, name="rulebook"),
]
