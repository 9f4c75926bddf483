"""Addresses of the house's own screens."""

from django.urls import path

from casino.house.series_page import ask, exchange, series

app_name = "house"
urlpatterns = [
    path("series/", series, name="series"),
    path("series/exchange-chips", exchange, name="exchange"),
    path("series/<slug:command>", ask, name="ask"),
]
