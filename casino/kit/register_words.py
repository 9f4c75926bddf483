"""Names of the registers, their fields and their choices, for forms made from the declared fields."""

from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _

KINDS = {
    "casino": _("Casino"),
    "pit": _("Pits"),
    "table": _("Tables"),
    "reader": _("Wheel readers"),
    "sign": _("Signs"),
    "notice": _("Notices"),
    "client": _("API clients"),
    "webhook": _("Webhooks"),
    "witness": _("Witnesses"),
}

FIELDS: dict[tuple[str, str], tuple[str, str]] = {
    ("casino", "name"): (_("Name"), _("As screens and documents show it.")),
    ("casino", "time_zone"): (_("Time zone"), _("The casino's clock.")),
    ("casino", "currency"): (
        _("Currency"),
        _("What all its tables are played in. Empty: what each rulebook says."),
    ),
    ("casino", "gaming_day_begins_at"): (
        _("Gaming day begins at"),
        _("The hour; what happens earlier belongs to the evening before. Empty: as the server is set."),
    ),
    ("casino", "shifts"): (
        _("Shifts"),
        _("In the order of the gaming day. Each goes on until the next begins."),
    ),
    ("casino", "shifts.name"): (_("Shift"), ""),
    ("casino", "shifts.begins"): (_("Begins"), _("By the casino's clock.")),
    ("casino", "languages"): (
        _("Languages"),
        _("What its people may choose; the first is where they begin."),
    ),
    ("casino", "rulebooks"): (
        _("Rulebooks"),
        _("What its tables may be played by. None: all that there are."),
    ),
    ("casino", "second_factor_roles"): (
        _("Roles with a second factor"),
        _("Who signs in with a code or a passkey as well."),
    ),
    ("casino", "idle_minutes"): (
        _("Locks after minutes"),
        _("After so long without a press a screen locks, and opens by PIN. 0: never."),
    ),
    ("casino", "password_days"): (_("New password after days"), _("0: never asked anew.")),
    ("casino", "rota_break_after_minutes"): (
        _("Break after minutes"),
        _("After so much work without a break the rota warns. 0: never. Empty: as the server is set."),
    ),
    ("pit", "name"): (_("Name"), ""),
    ("pit", "order"): (_("Order"), _("The lowest stands first.")),
    ("table", "name"): (_("Name"), _("As screens and signs show it.")),
    ("table", "rulebook"): (_("Rulebook"), _("What the table is played by.")),
    ("table", "rulebook_version"): (
        _("Version of the rulebook"),
        _("In force from the day below. Empty: always the newest in force."),
    ),
    ("table", "rulebook_from"): (_("In force from"), _("The first gaming day of that version.")),
    ("table", "currency"): (_("Currency"), _("As in the rulebook.")),
    ("table", "pit"): (_("Pit"), _("Where it stands from its next gaming day on.")),
    ("table", "wheel"): (_("Numbering of the wheel"), _("Empty: the rulebook's usual one.")),
    ("table", "double"): (_("Double table"), _("Two layouts at one wheel.")),
    ("table", "face_value_only"): (
        _("Face-value chips only"),
        _("Where the rulebook has chips of colours, this table has none."),
    ),
    ("table", "chip_symbol"): (
        _("Symbol on the chips"),
        _("On the chips without face value; no two open tables have the same."),
    ),
    ("table", "chip_colours"): (_("Chip colours"), _("Each colour, and how many chips of it the table has.")),
    ("table", "counts_float"): (
        _("Float is counted"),
        _("Two people count and sign it before bets open and before the table closes."),
    ),
    ("table", "par"): (
        _("Par"),
        _("The chips with which it begins each day: pieces by value. Empty: a count table."),
    ),
    ("table", "theory_of_drop"): (
        _("Theoretical hold"),
        _("What is held of the drop in theory, in hundredths of a per cent. Empty: not estimated."),
    ),
    ("table", "limits"): (
        _("Usual limits"),
        _("Minimum and maximums of its sign. Empty: the rulebook's own."),
    ),
    ("table", "allowed_minimums"): (
        _("Allowed minimums"),
        _("What may be chosen as it opens. Empty: all that the rulebook lets."),
    ),
    ("table", "pace_target"): (
        _("Pace"),
        _("How many coups an hour are wanted. Empty: nothing is said of it."),
    ),
    ("table", "alert_evidence"): (
        _("Alert from evidence"),
        _("Of biased pockets or a drop zone. 20: at most one in twenty fair wheels comes to it. 0: never."),
    ),
    ("table", "alert_pace_percent"): (
        _("Alert below the pace by per cent"),
        _("So much slower than is wanted. 0: never."),
    ),
    ("table", "alert_pace_minutes"): (
        _("Pace measured over minutes"),
        _("For so long the table must be slower or faster."),
    ),
    ("table", "alert_fast_percent"): (
        _("Alert above the pace by per cent"),
        _("So much faster than is wanted. 0: never."),
    ),
    ("table", "alert_idle_minutes"): (
        _("No coup for minutes"),
        _("An open table without a number for so long is an alert. 0: never."),
    ),
    ("table", "alert_rotor_slowest"): (
        _("Rotor turns a minute at least"),
        _("Slower is an alert, where the reader says it. Empty: none is."),
    ),
    ("table", "alert_rotor_fastest"): (
        _("Rotor turns a minute at most"),
        _("Faster is an alert, where the reader says it. Empty: none is."),
    ),
    ("table", "alert_same_direction"): (
        _("Launches the same way"),
        _("So many in a row are an alert, where the rulebook says nothing of that. 0: never."),
    ),
    ("table", "alert_silent_minutes"): (
        _("Reader silent for minutes"),
        _("Then it is an alert. 0: never."),
    ),
    ("table", "witness_takes_over"): (
        _("A witness takes over"),
        _("While the primary reader is away, the numbers of the first live witness settle."),
    ),
    ("table", "cylinder_mm"): (
        _("Cylinder in millimetres"),
        _("Where the casino keeps no register of wheels."),
    ),
    ("table", "balls"): (_("Balls"), _("Where the casino keeps no register of balls.")),
    ("table", "balls.name"): (_("Ball"), ""),
    ("table", "balls.diameter_mm"): (_("Diameter in millimetres"), ""),
    ("table", "balls.serial"): (_("Serial number"), ""),
    ("reader", "table"): (_("Table"), _("Whose wheel it reads.")),
    ("reader", "wheel"): (_("Wheel"), _("The serial number of the wheel that it is built into.")),
    ("reader", "preset"): (_("Preset"), _("It sets the protocol and the options.")),
    ("reader", "protocol"): (_("Protocol"), _("http: it says over the API what it sees.")),
    ("reader", "url"): (
        _("Address"),
        _(
            "socket://host:port, listen://host:port, rfc2217://host:port, mqtts://host:port/topic, or the path of a "
            "serial device."
        ),
    ),
    ("reader", "options"): (_("Options"), _("What its driver has to know, by name.")),
    ("reader", "launch"): (_("Launch"), _("How a launch is known if it sends numbers only.")),
    ("reader", "role"): (_("Role"), _("A table has one primary reader and any number of witnesses.")),
    ("reader", "enabled"): (_("In service"), _("It is listened to.")),
    ("sign", "table"): (_("Table"), _("Where it stands.")),
    ("sign", "shows"): (_("Shows"), _("What guests see on it.")),
    ("notice", "way"): (_("Way"), ""),
    ("notice", "address"): (_("Address"), _("An e-mail address, or where it is posted to.")),
    ("notice", "rules"): (_("Rules"), _("Breaches of which rules are told. None: all that tell anybody.")),
    ("notice", "enabled"): (_("In service"), _("Something is sent.")),
    ("client", "name"): (_("Name"), _("As the record and the lists name it.")),
    ("client", "scopes"): (_("Scopes"), _("What it may do.")),
    ("webhook", "client"): (_("API client"), _("Whose it is.")),
    ("webhook", "url"): (_("Address"), _("Where events are posted.")),
    ("webhook", "types"): (_("Types of events"), _("What goes there. None: all.")),
    ("webhook", "table"): (_("Table"), _("Whose events go there. Empty: everything of the casino.")),
    ("witness", "public_key"): (
        _("Public key"),
        _("As whoever runs the witness hands it over: name+id+key."),
    ),
}

CHOICES = {
    "limits": _("Limits"),
    "colours": _("Chip colours"),
    "numbers": _("Last numbers"),
    "permanence": _("Permanence of the day"),
    "email": _("E-mail"),
    "webhook": _("Webhook"),
    "en": "English",
    "fr": "Français",
    "it": "Italiano",
    "pt": "Português",
}


def kind_name(kind: str) -> str:
    """Return the name of a register, in the reader's language."""
    return gettext(KINDS[kind])


def label(kind: str, field: str) -> str:
    """Return the name of a field; a column of rows has both names: `shifts.begins`."""
    return gettext(FIELDS[kind, field][0])


def help_text(kind: str, field: str) -> str:
    """Return the meaning of a field, in a line; empty if its name has it."""
    words = FIELDS[kind, field][1]
    return gettext(words) if words else ""


def choice_name(choice: str) -> str:
    """Return the name of a choice; a code of the casino's own or of a machine is its own name."""
    return gettext(CHOICES[choice]) if choice in CHOICES else choice
