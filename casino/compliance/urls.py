"""Addresses of the violations and the compliance report."""

from django.urls import path

from casino.compliance.views import report, report_csv, say, violations_page

app_name = "compliance"
urlpatterns = [
    path("", violations_page, name="violations"),
    path("report/", report, name="report"),
    path("report.csv", report_csv, name="report_csv"),
    path("<str:table>/<str:day>/<str:name>/<slug:command>", say, name="say"),
]
