"""Codes, second factors, passwords and PINs that are not right, at the pages of signing in."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "code-wrong": _("that code is not right, or was used before: a new one comes within half a minute"),
    "second-factor-needed": _("your password is not enough: enter a code or use your passkey"),
    "code-mistyped-too-often": _(
        "the codes of {name} were mistyped too often: not before {until:date_and_time}"
    ),
    "app-code-wrong": _(
        "the app does not show that code: scan the picture once more, and see that the device's clock is right"
    ),
    "app-there-already": _("there is an authenticator app already: remove it before you set up another"),
    "passkey-wrong": _("that passkey is not known here"),
    "passkey-not-made": _("the passkey was not made as it should be: try it once more"),
    "passkey-not-asked-for": _("that took too long, or another window was faster: try it once more"),
    "passkey-without-name": _("give the passkey a name by which you know it again"),
    "second-factor-unknown": _("there is no such second factor of yours any more"),
    "recovery-codes-of-nothing": _("recovery codes stand in for a second factor: set one up first"),
    "own-pin-wrong": _("that is not your PIN"),
    "own-pin-not-set": _("you have no PIN to sign with yet: set one under your name, “Your PIN”"),
    "password-mistyped-too-often": _(
        "your password was mistyped too often here: not before {until:date_and_time}"
    ),
    "new-passwords-differ": _("the two new passwords are not the same: type the new one twice"),
    "password-as-before": _("that is your password already: choose another"),
}
