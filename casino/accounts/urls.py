"""Addresses of sign-in, sign-out, a person's own account, and the register of people."""

from django.urls import include, path

from casino.accounts.language import choose_language
from casino.accounts.people.access import access
from casino.accounts.people.confirm import confirm
from casino.accounts.people.own_account import OwnAccount
from casino.accounts.people.people import change, engage, people, person
from casino.accounts.people.setup import SetUp
from casino.accounts.people.staff_list import download, upload
from casino.accounts.views import OwnPin, SignIn, SignOut

urlpatterns = [
    path("", include("casino.accounts.sign_in_urls")),
    path("language/", choose_language, name="choose_language"),
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-out/", SignOut.as_view(), name="sign_out"),
    path("your-pin/", OwnPin.as_view(), name="own_pin"),
    path("your-account/", OwnAccount.as_view(), name="own_account"),
    path("welcome/<int:number>/<str:token>/", SetUp.as_view(), name="setup_link"),
    path("people/", people, name="people"),
    path("people/access/", access, name="access"),
    path("people/staff.csv", download, name="staff_csv"),
    path("people/load-staff", upload, name="load_staff"),
    path("people/engage-person", engage, name="engage_person"),
    path("people/<int:number>/", person, name="person"),
    path("people/<int:number>/confirm-person", confirm, name="confirm_person"),
    path("people/<int:number>/<slug:command>", change, name="change_person"),
]
