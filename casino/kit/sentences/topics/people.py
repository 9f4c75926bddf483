"""The register of people: accounts, roles, secrets that are taken away, and the list of staff."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "person-not-registered": _(
        "{id} is nobody of this casino: write person/ and the number of the register, or a free name"
        " with an identifier of its own"
    ),
    "person-of-another-name": _("{id} is {name}: write this name"),
    "person-takes-no-seat": _(
        "{name} takes no seat at a table as {role:role}: name a croupier or a chef de table"
    ),
    "person-id-malformed": _(
        "“{id}” identifies nobody: write person/ and the number of the register, or letters, digits,"
        " “.”, “_” and “-” for a free name"
    ),
    "person-without-name": _("{id} has no name: write the name"),
    "person-not-at-table": _(
        "{name} is neither at this table nor in the register: write person/ and the number of the register"
    ),
    "person-unknown": _("nobody has the number {person} here"),
    "person-moved-on": _("{person} was changed meanwhile. Look at the person, and send it again"),
    "person-name-malformed": _(
        "the name that the screens show has 1 to {longest} characters that can be read"
    ),
    "sign-in-malformed": _(
        "“{sign_in}” is no name to sign in with: letters, digits and . @ + - _ are right, {longest} at most"
    ),
    "sign-in-ends-with-a-number": _(
        "{sign_in}: a name to sign in with does not end with @ and a number, which stands for a casino"
    ),
    "sign-in-taken": _("{sign_in}: somebody has that name already"),
    "person-has-an-account": _(
        "{name} has an account already, {sign_in}: one person has one account, and keeps it in another role"
    ),
    "role-unknown": _("“{entered}” is no role: {roles}"),
    "language-unknown": _("“{entered}” is no language of the screens: {languages}"),
    "person-works-here": _("{name} works here"),
    "person-not-active": _("{name} {standing:standing}: restore the account first"),
    "person-suspended-without-reason": _("say why {name} is suspended"),
    "person-changes-themselves": _("{name} cannot do that to themselves: a colleague does it"),
    "last-administrator": _("{name} is the last administrator who can sign in: engage another one first"),
    "last-second-officer": _(
        "{name} is the last who works here as {roles:role} and signs beside an administrator: engage another one"
        " first"
    ),
    "person-has-set-secrets": _("{name} has used the link: what was set since is reset by two people"),
    "person-without-pin": _("{name} has no PIN"),
    "person-erased": _("{name} is erased. Engage the person as a new one"),
    "person-not-left": _("{name} still has an account. End the engagement before you erase the person"),
    "person-without-second-factor": _("{name} has no second factor"),
    "account-unsigned": _("the account of {name} is changed by an administrator, and none has signed"),
    "account-signed-by-one": _(
        "the account of {name} is changed by two people: {roles:role} countersigns with the administrator"
    ),
    "person-confirmed-already": _("{name} has been confirmed"),
    "person-confirmed-by-nobody": _("{name} is confirmed by {roles:role}, and none has signed"),
    "person-confirmed-by-maker": _(
        "{maker} had a part in making the account of {name}: another officer confirms {name}"
    ),
    "person-confirmed-by-same-maker": _(
        "The same person had a part in making the accounts of {officer} and {name}: another officer confirms {name}, or"
        " the casino's machine, by manage.py confirm_person"
    ),
    "person-not-present": _("{name} has to be present and enter their own PIN"),
    "confirmed-with-former-pin": _("The new PIN of {name} equals the former one. Choose another PIN"),
    "confirmed-with-former-password": _(
        "The new password of {name} equals the former one. Choose another password"
    ),
    "password-against-rules": _("{why}"),
    "staff-listed-twice": _("{sign_in} stands in line {line} already"),
}
