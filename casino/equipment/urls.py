"""Addresses of the house's own screens."""

from django.urls import path

from casino.equipment.views.equipment import equipment, keep, thing
from casino.equipment.views.rota import plan, rota
from casino.equipment.views.series import change, exchange, series

app_name = "house"
urlpatterns = [
    path("equipment/", equipment, name="equipment"),
    path("equipment/do/<slug:command>", keep, name="keep"),
    path("equipment/<str:kind>/<str:serial>/", thing, name="thing"),
    path("rota/", rota, name="rota"),
    path("rota/<str:day>/<slug:command>", plan, name="plan"),
    path("series/", series, name="series"),
    path("series/exchange-chips", exchange, name="exchange"),
    path("series/<slug:command>", change, name="change"),
]
