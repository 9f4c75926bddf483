"""Addresses of the pit boss's screens."""

from django.urls import path

from casino.floor.live import live
from casino.floor.views import day_record, do, floor, table

app_name = "floor"
urlpatterns = [
    path("", floor, name="floor"),
    path("live", live, name="live"),
    path("<str:code>/", table, name="table"),
    path("<str:code>/record/", day_record, name="record"),
    path("<str:code>/do/<slug:command>", do, name="do"),
]
