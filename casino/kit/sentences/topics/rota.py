"""Warnings of the rota: rules that the plan would break, and differences from the record."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "planned-in-two-places": _("{name} is planned in two places at once from {begins:clock} to {ends:clock}"),
    "seat-planned-twice": _(
        "{first} and {second} are both planned as {seat:seat} of {table} from {begins:clock} to {ends:clock}"
    ),
    "ball-planned-twice": _(
        "{first} and {second} are both planned at the ball of {table} from {begins:clock} to {ends:clock}"
    ),
    "position-not-planned": _(
        "nobody is planned as {seat:seat} of {table} from {begins:clock} to {ends:clock}"
    ),
    "planned-too-long-at-ball": _(
        "{name} is at the ball of {table} from {begins:clock} to {ends:clock}: "
        "{minutes} minutes at most, which end at {due_at:clock}"
    ),
    "planned-too-long-at-table": _(
        "{name}, who spins, is at {table} from {begins:clock} to {ends:clock}: "
        "{minutes} minutes at most, which end at {due_at:clock}"
    ),
    "planned-to-pass-ball-early": _(
        "{name} passes the ball of {table} on at {ends:clock}, after {minutes} minutes: "
        "before {least} it needs notice"
    ),
    "planned-alone-at-ball": _(
        "{name} alone is at the ball of {table} from {begins:clock} to {ends:clock}: croupiers take turns there"
    ),
    "planned-without-break": _(
        "{name} works from {begins:clock} to {ends:clock} without a break: the casino sets one after "
        "{minutes} minutes, at {over_at:clock}"
    ),
    "table-not-open-as-planned": _("by the plan {table} is open now; by the record it is closed"),
    "another-at-ball-than-planned": _(
        "by the plan {name} is at the ball of {table} since {begins:clock}; by the record {other:person} is"
    ),
    "planned-to-replace-spinner-late": _(
        "by the plan {name} is replaced at the ball of {table} at {begins:clock}, "
        "after the rule's end at {ends:clock}"
    ),
    "nobody-planned-to-replace-spinner": _(
        "nobody is planned to replace {name} at the ball of {table} before the rule's end at {ends:clock}"
    ),
    "another-seated-than-planned": _(
        "by the plan {name} is {seat:seat} of {table}; by the record {other:person} is"
    ),
    "resting-while-planned-at-table": _(
        "by the plan {name} is {seat:seat} of {table}; by the record they are on a break"
    ),
    "at-table-while-planned-to-rest": _(
        "by the plan {name} is on a break until {ends:clock}; by the record at {table}"
    ),
}
