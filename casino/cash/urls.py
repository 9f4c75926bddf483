"""Addresses of the cash desk's screens."""

from django.urls import path

from casino.cash.views.boxes import box, boxes, do_box
from casino.cash.views.chips import chips, desk_receipt, do_chips, do_claim
from casino.cash.views.closing import closing, closing_pdf
from casino.cash.views.day import day, day_due, do_day
from casino.cash.views.ledger import ledger, table_ledger
from casino.cash.views.safekeeping import receipt, receipt_pdf, safekeeping
from casino.cash.views.slips import do_slip, paper, paper_pdf, slip, slips

app_name = "cash"
urlpatterns = [
    path("chips/", chips, name="chips"),
    path("chips/claims/<slug:step>", do_claim, name="claim_do"),
    path("chips/receipts/<int:number>/", desk_receipt, name="desk_receipt"),
    path("chips/<slug:step>", do_chips, name="chips_do"),
    path("boxes/", boxes, name="boxes"),
    path("boxes/<str:table>/<str:day>/<str:serial>/<int:use>/", box, name="box"),
    path("boxes/<str:table>/<str:day>/<str:serial>/<int:use>/<slug:step>", do_box, name="do_box"),
    path("closing/<str:code>.pdf", closing_pdf, name="closing_pdf"),
    path("closing/<str:code>/", closing, name="closing"),
    path("day/", day_due, name="day_due"),
    path("day/<str:day>/", day, name="day"),
    path("day/<str:day>/<slug:step>", do_day, name="do_day"),
    path("held/", safekeeping, name="held"),
    path("held/<path:receipt>.pdf", receipt_pdf, name="held_receipt_pdf"),
    path("held/<path:receipt>/", receipt, name="held_receipt"),
    path("ledger/", ledger, name="ledger"),
    path("ledger/<str:code>/", table_ledger, name="ledger_of_table"),
    path("slips/", slips, name="slips"),
    path("slips/<str:number>/", slip, name="slip"),
    path("slips/<str:number>/paper/", paper, name="paper"),
    path("slips/<str:number>/paper.pdf", paper_pdf, name="paper_pdf"),
    path("slips/<str:number>/<slug:step>", do_slip, name="do"),
]
