"""Addresses of the pit boss's screens."""

from django.urls import path

from casino.floor.change_pages import receipt, receipts
from casino.floor.live import live
from casino.floor.sheet_pages import sheet_to_print, sheets
from casino.floor.slip_views import ask, on_slip
from casino.floor.views import (
    change_limits,
    close_day,
    close_under_pressure,
    day_record,
    direct,
    do,
    floor,
    open_day,
    pay_lines,
    pay_otherwise,
    table,
)

app_name = "floor"
urlpatterns = [
    path("", floor, name="floor"),
    path("live", live, name="live"),
    path("sheets/", sheets, name="sheets"),
    path("<str:code>/", table, name="table"),
    path("<str:code>/record/", day_record, name="record"),
    path("<str:code>/open", open_day, name="open"),
    path("<str:code>/sheet/<int:coup>/", sheet_to_print, name="sheet"),
    path("<str:code>/change/", receipts, name="receipts"),
    path("<str:code>/change/<int:number>/", receipt, name="receipt"),
    path("<str:code>/limits", change_limits, name="limits"),
    path("<str:code>/close", close_day, name="close"),
    path("<str:code>/force-close", close_under_pressure, name="force_close"),
    path("<str:code>/direct/<slug:command>", direct, name="direct"),
    path("<str:code>/slips/request", ask, name="ask_slip"),
    path("<str:code>/slips/<str:number>/<slug:step>", on_slip, name="on_slip"),
    path("<str:code>/paid", pay_lines, name="pay"),
    path("<str:code>/paid-otherwise", pay_otherwise, name="pay_otherwise"),
    path("<str:code>/do/<slug:command>", do, name="do"),
]
