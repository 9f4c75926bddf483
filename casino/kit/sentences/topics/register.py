"""The register of wheels, balls and series of chips, and the balls of a table."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "serial-malformed": _(
        "“{serial}” is no serial number of a {what:equipment}: letters, digits, points, hyphens and underscores, "
        "40 at most, are right"
    ),
    "never-inspected": _(
        "{what:equipment} {serial} was never inspected; it is inspected first, and found fit"
    ),
    "found-unfit": _(
        "{what:equipment} {serial} was found unfit on {found_on:day}; another inspection has to find it fit"
    ),
    "found-unfit-with-remarks": _(
        "{what:equipment} {serial} was found unfit on {found_on:day}: {remarks}; "
        "another inspection has to find it fit"
    ),
    "equipment-not-registered": _("no {what:equipment} {serial:number} is registered"),
    "equipment-withdrawn": _("{what:equipment} {serial} was withdrawn: {reason}"),
    "wheel-taken-elsewhere": _(
        "wheel {serial} stands {place:place} by the register, and not also {taken_from:place}; look where it is"
    ),
    "ball-taken-elsewhere": _(
        "ball {serial} is {place:place} by the register, and not also {taken_from:place}; look where it is"
    ),
    "next-inspection-malformed": _("“{due}” is no day; 2027-05-31 is how one is written"),
    "next-inspection-past": _("the next inspection is due on {due:day}, which is past"),
    "ball-withdrawn-without-reason": _("say why ball {serial} is withdrawn"),
    "replacing-ball-in-use": _(
        "ball {serial} is ball {letter} of {of_table}; one in the store or a spare of {table} is right"
    ),
    "replacing-ball-is-a-spare-elsewhere": _(
        "ball {serial} is a spare of {of_table}; one in the store or a spare of {table} is right"
    ),
    "ball-size-wrong": _(
        "ball {serial} measures {diameter_mm:measure} mm; "
        "{smallest_mm:measure} to {largest_mm:measure} mm is right"
    ),
    "ball-weight-wrong": _(
        "ball {serial} weighs {weight_g:measure} g; {lightest_g:measure} to {heaviest_g:measure} g is right"
    ),
    "equipment-make-wrong": _(
        "{what:equipment} {serial}, {part:equipment_part}: {found:made}; right would be {right:made}"
    ),
    "equipment-make-unknown": _(
        "{what:equipment} {serial}, {part:equipment_part}: not known; an inspection finds it first"
    ),
    "equipment-measure-impossible": _(
        "{what:equipment} {serial}, {part:equipment_part}: {measure:measure} is no measure of one"
    ),
    "wheel-deflectors-missing": _("wheel {serial} has {value} deflectors; at least {limit} are right"),
    "ball-registered-already": _("ball {serial} is registered already, and is {place:place}"),
    "ball-diameter-missing": _("a ball of {diameter_mm:measure} mm: say what it measures"),
    "ball-there-already": _("ball {serial} is there already"),
    "stored-ball-with-letter": _("a ball in the store has no letter, {letter} is one of a table"),
    "ball-letter-unknown": _("ball {letter}: {table} has {letters:each}, and spares"),
    "ball-letter-taken": _("{table} has a ball {letter} already, {serial}; that one is taken away first"),
    "ball-replaced-at-open-table": _("{table} is open: a ball of it is replaced at the table, for a reason"),
    "ball-in-play": _(
        "ball {serial} is ball {letter} of {table}, which is open: it is replaced at the table, for a reason"
    ),
    "wheel-withdrawn-without-reason": _("say why wheel {serial} is withdrawn"),
    "wheel-in-play": _("{table} is open and wheel {serial} stands there until it closes"),
    "open-table-keeps-its-wheel": _("{table} is open and its wheel is not changed until it closes"),
    "wheel-registered-already": _("wheel {serial} is registered already, and stands {place:place}"),
    "wheel-pockets-wrong": _(
        "wheel {serial} has {pockets} pockets; every number from 0 to {highest} once is right, look at {wrong}"
    ),
    "wheel-pockets-beyond-numbers": _(
        "wheel {serial} has {pockets} pockets; every number from 0 to {highest} once is right"
    ),
    "numbering-unknown": _("no numbering is called {numbering}; there are: {numberings}"),
    "wheel-numbering-wrong": _(
        "wheel {serial} has not the {numbering} numbering: "
        "after {after} comes {found}, where {right} would be right"
    ),
    "wheel-there-already": _("wheel {serial} stands {place:place} already"),
    "table-has-a-wheel": _("{table} has a wheel already, {wheel}; that one goes to the store first"),
    "wheel-numbering-not-played-here": _(
        "wheel {serial} has the {numbering} numbering, and this rulebook is played on {numberings:either}: "
        "after {after} comes {found}, where {right} would be right"
    ),
    "wheel-order-not-played-here": _(
        "wheel {serial} has another order of numbers, and this rulebook is played on {numberings:either}: "
        "after {after} comes {found}, where {right} would be right"
    ),
    "wheel-diameter-not-registered": _(
        "the diameter of wheel {serial} is not registered; {smallest_mm} to {largest_mm} mm is right"
    ),
    "wheel-size-wrong": _("wheel {serial} measures {value} mm; {smallest_mm} to {largest_mm} mm is right"),
    "wheel-not-measured": _(
        "the diameter of wheel {serial} is not registered; register one of {smallest_mm} mm or more"
    ),
    "wheel-too-narrow": _("wheel {serial} measures {value} mm; use one of {smallest_mm} mm or more"),
    "no-wheel-at-table": _("no wheel stands at {table} by the register; one is moved there first"),
    "no-series-of-chips": _(
        "no rulebook of the casino's tables has a rule on series of chips: it has none to change"
    ),
    "only-series-in-play": _(
        "series {series} is the only one in play: introduce the one that replaces it first"
    ),
    "series-needs-no-exchange": _("series {series} is in play: it needs no exchange"),
    "series-name-malformed": _(
        "a series has a name of 1 to {longest} characters, as 2026-B, without blanks around it"
    ),
    "series-introduced-before": _(
        "series {series} was introduced before: a new series has a name of its own"
    ),
    "chip-series-unknown": _("series {series:name}: the casino has none of that name; it has {known}"),
    "equipment-unsigned": _("wheels and balls are changed with a signature of one of these: {roles:role}"),
    "chip-series-unsigned": _("nobody signed who may: {roles:role}"),
    "chip-series-ended": _("series {series} has ended; in play: {in_play}"),
    "exchange-not-value-for-value": _(
        "{limit:money} of series {series} for {value:money}: the exchange is value for value"
    ),
    "pieces-not-in-circulation": _(
        "{value} pieces of {pieces:money} of series {series}: {limit} are in circulation"
    ),
    "no-such-ball": _("ball {ball} is not one of this table's: {balls}"),
    "ball-not-named": _("ball ? is not one of this table's: {balls}"),
    "ball-reason-unknown": _("{reason}: a ball is replaced for {reasons:or}"),
    "ball-replaced-without-reason": _("no reason: a ball is replaced for {reasons:or}"),
    "ball-not-measured": _("say what the new ball measures; ball {ball} measured {diameter:measure} mm"),
    "ball-of-other-diameter": _(
        "the new ball measures {diameter:measure} mm; {right:measure} mm is right, as ball {ball} measured"
    ),
}

SUBJECTS = {"chip-series-change": _("another series of chips, or the end of one")}
