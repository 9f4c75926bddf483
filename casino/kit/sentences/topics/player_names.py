"""How a player is named."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "name-with-blanks": _('"{name}": a player\'s name begins and ends without blanks; "{right}" is right'),
    "name-unreadable": _(
        '"{name}": a player\'s name has letters, digits and signs that can be read, and nothing else'
    ),
    "name-too-long": _('"{name}": a player\'s name has {limit} characters at most, not {value}'),
    "name-in-unusual-letters": _(
        '"{name}": a player\'s name is written in the usual form of its letters; "{right}" is right'
    ),
}
