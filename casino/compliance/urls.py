"""Addresses of the violations and the compliance report."""

from django.urls import path

from casino.compliance.views import answer, day_record_check, report, report_csv, review, the_day, violations
from casino.compliance.what_if import what_if

app_name = "compliance"
urlpatterns = [
    path("", violations, name="violations"),
    path("day/", the_day, name="day"),
    path("day/record", day_record_check, name="day_record_check"),
    path("day/<str:day>/<slug:command>", review, name="review"),
    path("what-if/", what_if, name="what_if"),
    path("report/", report, name="report"),
    path("report.csv", report_csv, name="report_csv"),
    path("<str:table>/<str:day>/<str:name>/<slug:command>", answer, name="answer"),
]
