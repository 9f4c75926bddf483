"""Addresses of the players' screens."""

from django.urls import path

from casino.seat.views import confirm, do, seat

app_name = "seat"
urlpatterns = [
    path("<str:code>/seat/<int:number>/", seat, name="seat"),
    path("<str:code>/seat/<int:number>/confirm", confirm, name="confirm"),
    path("<str:code>/seat/<int:number>/do/<slug:command>", do, name="do"),
]
