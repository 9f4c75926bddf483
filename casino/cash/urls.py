"""Addresses of the cash desk's screens."""

from django.urls import path

from casino.cash.ledger_page import ledger, table_ledger
from casino.cash.slips_page import do, paper, slip, slips

app_name = "cash"
urlpatterns = [
    path("ledger/", ledger, name="ledger"),
    path("ledger/<str:code>/", table_ledger, name="ledger_of_table"),
    path("slips/", slips, name="slips"),
    path("slips/<str:number>/", slip, name="slip"),
    path("slips/<str:number>/paper/", paper, name="paper"),
    path("slips/<str:number>/<slug:step>", do, name="do"),
]
