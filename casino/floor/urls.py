"""Addresses of the pit boss's screens."""

from django.urls import path

from casino.floor.views import documents, floor, live, moment, slips, table

app_name = "floor"
urlpatterns = [
    path("", floor.floor, name="floor"),
    path("live", live.live, name="live"),
    path("sheets/", documents.sheets, name="sheets"),
    path("<str:code>/", table.table, name="table"),
    path("<str:code>/record/", documents.day_record, name="record"),
    path("<str:code>/moment/", moment.moment, name="moment"),
    path("<str:code>/moment/proof", moment.proof, name="moment_proof"),
    path("<str:code>/open", table.open_day, name="open"),
    path("<str:code>/sheet/<int:coup>/", documents.sheet_to_print, name="sheet"),
    path("<str:code>/sheet/<int:coup>.pdf", documents.sheet_pdf, name="sheet_pdf"),
    path("<str:code>/change/", documents.receipts, name="receipts"),
    path("<str:code>/change/<int:number>/", documents.receipt, name="receipt"),
    path("<str:code>/change/<int:number>.pdf", documents.receipt_pdf, name="receipt_pdf"),
    path("<str:code>/seen/<str:day>/<str:name>", floor.acknowledge, name="acknowledge"),
    path("<str:code>/take-over", floor.take_over, name="take_over"),
    path("<str:code>/limits", table.change_limits, name="limits"),
    path("<str:code>/close", table.close_day, name="close"),
    path("<str:code>/force-close", table.force_close, name="force_close"),
    path("<str:code>/reopen", table.reopen_day, name="reopen"),
    path("<str:code>/direct/<slug:command>", table.direct, name="direct"),
    path("<str:code>/dismiss-waiting", table.dismiss_waiting, name="dismiss_waiting"),
    path("<str:code>/slips/request", slips.request_slip, name="request_slip"),
    path("<str:code>/slips/<str:number>/<slug:step>", slips.on_slip, name="on_slip"),
    path("<str:code>/paid", table.pay_lines, name="pay"),
    path("<str:code>/paid-otherwise", table.pay_otherwise, name="pay_otherwise"),
    path("<str:code>/do/<slug:command>", table.run, name="do"),
]
