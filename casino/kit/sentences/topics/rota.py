"""Planning who is at which table, and when."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "rota-time-malformed": _("“{entered}” is no time: hours and minutes as 20:30 are right"),
    "rota-time-skipped": _("{entered} does not come in that night: the clocks go forward over it"),
    "named-twice": _("somebody is named twice: each person once is right"),
    "too-few-people": _(
        "{table} has {seats} seats to fill, and {people} people are named: {seats} at least are right"
    ),
    "alone-at-the-ball-too-long": _(
        "one person alone would be at the ball of {table} for longer than {minutes} minutes: "
        "two at least are right"
    ),
    "nobody-can-leave": _(
        "nobody could leave {table}, where whoever spins stays for {minutes} minutes at most: "
        "{least} people at least are right"
    ),
    "nobody-can-rest": _(
        "{people} people fill the {seats} seats of {table} and nobody can rest: "
        "the house sets a break after {minutes} minutes, so {least} at least are right"
    ),
    "turns-too-short": _(
        "{work_minutes} minutes of work until a break, as the house sets, leave {turn_minutes} minutes "
        "for each of {turns} turns: {least_minutes} at least are right"
    ),
    "rota-entry-gone": _("that entry is not planned any more: look at the rota as it stands"),
    "break-with-a-position": _("who is on a break sits nowhere: name the table, or leave the position empty"),
    "on-a-break-then": _(
        "{name} is on a break from {begins:clock} to {ends:clock}, "
        "and cannot be in two places at once: another time or person is right"
    ),
    "at-a-table-then": _(
        "{name} is at {table} from {begins:clock} to {ends:clock}, "
        "and cannot be in two places at once: another time or person is right"
    ),
    "rota-end-before-begin": _(
        "it begins at {begins:clock} and ends at {ends:clock}: an end after {begins:clock} is right"
    ),
    "rota-position-unknown": _("position {position:name}: {table} has {positions}"),
    "rota-layout-unknown": _("layout {layout}: {table} has {layouts}"),
}
