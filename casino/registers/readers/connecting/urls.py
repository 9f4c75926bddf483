"""Addresses of the steps that connect a reader."""

from django.urls import path

from casino.registers.readers.connecting.views import (
    begin,
    change_address,
    choose_protocol,
    compare_number,
    drop,
    register,
    start,
    step,
)

app_name = "connect_reader"
urlpatterns = [
    path("", start, name="start"),
    path("begin", begin, name="begin"),
    path("<slug:draft>/<slug:step>/", step, name="step"),
    path("<slug:draft>/address", change_address, name="change_address"),
    path("<slug:draft>/protocol", choose_protocol, name="choose_protocol"),
    path("<slug:draft>/number", compare_number, name="compare_number"),
    path("<slug:draft>/register", register, name="register"),
    path("<slug:draft>/drop", drop, name="drop"),
]
