"""A casino's registered tables and wheel readers; and rows derived from the record: the boards, the wheels and the
balls.
"""

from typing import Any, ClassVar

from django.db import models
from django.db.models.functions import Lower

from tables.registers.entries.kinds.casino import LONGEST_CASINO_NAME


def usual_shifts() -> list[dict[str, str]]:
    """Return the default shifts of a casino: an afternoon and a night."""
    return [{"name": "afternoon", "begins": "14:00"}, {"name": "night", "begins": "21:00"}]


class Casino(models.Model):  # type: ignore[django-manager-missing]
    """A casino. Its id is the first column of every key; casinos share the schema and nothing else."""

    name = models.CharField(max_length=LONGEST_CASINO_NAME)
    time_zone = models.CharField(max_length=64, default="UTC")
    shifts = models.JSONField(default=usual_shifts)
    """Shifts of the casino: the name of each, and its begin on the casino's clock (`HH:MM`), in the order of the gaming
    day. Each shift lasts until the next begins, and the last until the end of the day. Before the first begin the first
    applies."""
    currency = models.CharField(max_length=3, blank=True, default="")
    """The currency of all its tables (ISO 4217); empty if its rulebooks alone decide."""
    gaming_day_begins_at = models.PositiveSmallIntegerField(null=True, blank=True)
    """The hour at which a gaming day begins; None: the setting GAMING_DAY_BEGINS_AT."""
    languages = models.JSONField(default=list, blank=True)
    """The languages that its people may choose, the first where somebody begins; empty: all that there are."""
    rulebooks = models.JSONField(default=list, blank=True)
    """The rulebooks that its tables may be played by; empty: all that there are."""
    second_factor_roles = models.JSONField(default=list, blank=True)
    """The roles that sign in with a second factor."""
    idle_minutes = models.PositiveSmallIntegerField(default=0)
    """After how many minutes without a press a session locks; 0: never."""
    password_days = models.PositiveSmallIntegerField(default=0)
    """The days after which a password is asked again; 0: never."""
    rota_break_after_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    """After how many minutes of work without a break the rota warns; 0: never, None: ROTA_BREAK_AFTER_MINUTES."""
    demonstration = models.BooleanField(default=False)
    """`open_demonstration_house` has made it: its people have a public password, and it may be added to."""

    def __str__(self) -> str:
        return self.name


class InUse(models.Manager[Any]):
    """Registered rows that were not withdrawn."""

    def get_queryset(self) -> models.QuerySet[Any]:
        return super().get_queryset().filter(withdrawn=False)


class RegisterEntry(models.Model):
    """The present entry of a register: the state evolved from its stream, updated by every append."""

    casino_id = models.BigIntegerField()
    kind = models.CharField(max_length=20)
    code = models.CharField(max_length=60)
    withdrawn = models.BooleanField()
    state = models.JSONField()
    """tables.registers.entries.state.Entry as JSON."""
    pk = models.CompositePrimaryKey("casino_id", "kind", "code")

    class Meta:
        db_table = "house_register_entry"

    def __str__(self) -> str:
        return f"{self.kind} {self.code}"


class EntrySecret(models.Model):
    """The secret of an entry, which the record has nothing of but its fingerprint: hashed, or encrypted where it is
    read again."""

    casino_id = models.BigIntegerField()
    kind = models.CharField(max_length=20)
    code = models.CharField(max_length=60)
    secret = models.TextField()
    pk = models.CompositePrimaryKey("casino_id", "kind", "code")

    class Meta:
        db_table = "house_entry_secret"

    def __str__(self) -> str:
        return f"of {self.kind} {self.code}"


class GamingTable(models.Model):
    """A table as registered: its rulebook, its layout and its usual limits.

    The register of equipment names its wheel and its balls (`Wheel`, `Ball`); `wheel`, `cylinder_mm` and `balls` are
    from the time before, and `manage.py upgrade` takes them over once.
    """

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT)
    code = models.CharField(max_length=20)
    name = models.CharField(max_length=100)
    rulebook = models.CharField(max_length=50)
    wheel = models.CharField(max_length=20, default="french")
    cylinder_mm = models.PositiveIntegerField(null=True, blank=True)
    """The diameter of the wheel's cylinder in millimetres, once it has been measured."""
    double = models.BooleanField(default=False)
    face_value_only = models.BooleanField(default=False)
    """It is played with face-value chips exclusively, where the rulebook has chips of colours."""
    chip_symbol = models.CharField(max_length=20, blank=True, default="")
    """The symbol on its chips without face value; no two open tables of a casino have the same."""
    chip_colours = models.JSONField(default=dict, blank=True)
    """The colours of those chips by their English names, each with the number of chips that the table has."""
    counts_float = models.BooleanField(default=True)
    """True if two people count and sign the table's float, before bets open and before the table closes. The opening
    may declare otherwise."""
    par = models.JSONField(default=dict, blank=True)
    """The chips with which an imprest table begins each day: pieces by value in minor units. Empty: a count table."""
    pit = models.CharField(max_length=20, blank=True, default="")
    """The pit of the table, by the casino's own name; empty if the casino has none. A gaming day keeps the pit in
    which it began."""
    theory_of_drop = models.PositiveIntegerField(null=True, blank=True)
    """Theoretical part of the drop that the casino keeps, in hundredths of a per cent (2000 is 20 %). A table without
    recorded bets has its theoretical result estimated by this part. None: no estimate."""
    limits = models.JSONField()
    """Minimum and maximums in minor units, in the form of tables.roulette.rulebook.Limits."""
    balls = models.JSONField()
    """A list of tables.play.events.Ball: name and diameter in millimetres."""
    rulebook_version = models.PositiveIntegerField(null=True, blank=True)
    """The version of the rulebook that it is played by from `rulebook_from` on; None: the newest in force."""
    rulebook_from = models.DateField(null=True, blank=True)
    """First gaming day of that version; None: any day."""
    allowed_minimums = models.JSONField(default=list, blank=True)
    """The minimum stakes that may be chosen as it opens, in minor units; empty: all that its rulebook lets."""
    pace_target = models.PositiveSmallIntegerField(null=True, blank=True)
    """The casino's target of coups an hour; None without a target."""
    alert_evidence = models.PositiveIntegerField(default=20)
    """The thresholds of its alerts for evidence, pace, rotor's turns a minute, launches in a row and minutes of
    silence: see tables.registers.entries.kinds.tables."""
    alert_pace_percent = models.PositiveSmallIntegerField(default=20)
    alert_pace_minutes = models.PositiveSmallIntegerField(default=60)
    alert_fast_percent = models.PositiveSmallIntegerField(default=50, db_default=50)
    alert_idle_minutes = models.PositiveSmallIntegerField(default=60, db_default=60)
    alert_rotor_slowest = models.PositiveSmallIntegerField(null=True, blank=True)
    alert_rotor_fastest = models.PositiveSmallIntegerField(null=True, blank=True)
    alert_same_direction = models.PositiveSmallIntegerField(default=6)
    alert_silent_minutes = models.PositiveSmallIntegerField(default=5)
    witness_takes_over = models.BooleanField(default=False, db_default=False)
    """True if the first live witness replaces the primary reader while that one is away."""
    withdrawn = models.BooleanField(default=False)
    """It is in use no longer; its days stay in the record."""

    ever = models.Manager["GamingTable"]()
    """All tables, withdrawn ones too, for looks back at days that they played."""
    objects: ClassVar[models.Manager["GamingTable"]] = InUse()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["casino", "code"], name="one_table_of_a_code"),
            models.UniqueConstraint("casino", Lower("code"), name="one_table_of_a_code_in_any_case"),
        ]
        ordering = ["casino_id", "code"]

    def __str__(self) -> str:
        return self.code


class WheelReader(models.Model):
    """A networked wheel reader: its address, its protocol, and the table of its wheel.

    `url` is `socket://host:port`, `listen://host:port`, `rfc2217://host:port` or a serial device's path, empty for
    `http`; `options` are its driver's own.
    """

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT)
    code = models.CharField(max_length=50)
    table = models.CharField(max_length=20, blank=True)
    protocol = models.CharField(max_length=30, default="slingshot2")
    url = models.CharField(max_length=200)
    options = models.JSONField(default=dict, blank=True)
    enabled = models.BooleanField(default=True)
    wheel = models.CharField(max_length=40, blank=True, default="")
    """The serial number of its wheel; empty if unknown."""
    launch = models.CharField(max_length=10, default="entered", db_default="entered")
    """Source of the launch at a table whose reader reports numbers only: `entered` by people, or `implied`."""
    role = models.CharField(max_length=10, default="primary", db_default="primary")
    """`primary`: its numbers settle. `witness`: they are compared with the primary's."""
    withdrawn = models.BooleanField(default=False)

    ever = models.Manager["WheelReader"]()
    objects: ClassVar[models.Manager["WheelReader"]] = InUse()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["casino", "code"], name="one_reader_of_a_code")]
        ordering = ["casino_id", "code"]

    def __str__(self) -> str:
        return self.code


class Board(models.Model):
    """The present state of a table's gaming day: evolved from its stream, updated by every append."""

    casino_id = models.BigIntegerField()
    table = models.CharField(max_length=20)
    day = models.CharField(max_length=20)
    stream_id = models.CharField(max_length=200)
    version = models.BigIntegerField()
    hash = models.BinaryField(default=b"")
    """The hash of the event at that version, which covers all of the stream before it."""
    state = models.JSONField()
    """tables.play.state.State as JSON."""
    next_at = models.DateTimeField(null=True)
    """Time at which a sweep has to note something of the table's open cases; null if nothing can follow."""
    pk = models.CompositePrimaryKey("casino_id", "table", "day")

    class Meta:
        db_table = "house_board"
        indexes = [
            models.Index(
                fields=["casino_id", "next_at"],
                name="board_to_sweep",
                condition=models.Q(next_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.day} at {self.version}"


class RulebookText(models.Model):
    """The text of a rulebook's version by which tables of a casino were opened: at most one, by the rule of opening."""

    casino_id = models.BigIntegerField()
    rulebook = models.CharField(max_length=50)
    version = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    """The SHA-256 of the rulebook's file, in hexadecimal."""
    pk = models.CompositePrimaryKey("casino_id", "rulebook", "version", "sha256")

    class Meta:
        db_table = "house_rulebook_text"

    def __str__(self) -> str:
        return f"{self.rulebook} version {self.version}: {self.sha256}"


class PermanenceEntry(models.Model):
    """One line of the permanence: the number that a coup of a table brought."""

    casino_id = models.BigIntegerField()
    table = models.CharField(max_length=20)
    day = models.CharField(max_length=20)
    coup = models.IntegerField()
    number = models.SmallIntegerField()
    fell_at = models.DateTimeField()
    time_known = models.BooleanField(default=True)
    """False where `fell_at` is when the number was heard of: its reader had been silent."""
    source = models.CharField(max_length=10)
    recovered = models.BooleanField(default=False)
    disputed = models.BooleanField(default=False)
    """Two numbers were reported of it, and nobody has decided yet."""
    rulebook = models.TextField(blank=True, default="")
    rulebook_version = models.IntegerField(default=0)
    numbering = models.TextField(blank=True, default="")
    """The numbering of its wheel: a name among the rulebook's wheels."""
    wheel = models.TextField(blank=True, default="")
    """The wheel's serial; empty where it is not registered."""
    ball = models.TextField(blank=True, default="")
    ball_serial = models.TextField(blank=True, default="")
    spinner = models.TextField(blank=True, default="")
    spinner_id = models.TextField(blank=True, default="")
    rotor_direction = models.CharField(max_length=15, blank=True, default="")
    ball_direction = models.CharField(max_length=15, blank=True, default="")
    rotor_speed_rpm = models.FloatField(null=True)
    launch_pocket = models.SmallIntegerField(null=True)
    """The pocket that passed the ball as it was launched, where the reader knows it."""
    previous = models.SmallIntegerField(null=True)
    """The number before it in its day; null where that is not known."""
    opened_at = models.DateTimeField(null=True)
    launched_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    paid_at = models.DateTimeField(null=True)
    pk = models.CompositePrimaryKey("casino_id", "table", "day", "coup")

    class Meta:
        db_table = "house_permanence"
        indexes = [models.Index(fields=["casino_id", "wheel", "fell_at"], name="permanence_of_a_wheel")]

    def __str__(self) -> str:
        return f"{self.table} {self.day} {self.coup}: {self.number}"


class PermanenceDay(models.Model):
    """The state of a table between two numbers of its permanence."""

    casino_id = models.BigIntegerField()
    table = models.CharField(max_length=20)
    day = models.CharField(max_length=20)
    standing = models.JSONField()
    """tables.play.permanence.Standing as JSON."""
    pk = models.CompositePrimaryKey("casino_id", "table", "day")

    class Meta:
        db_table = "house_permanence_day"

    def __str__(self) -> str:
        return f"{self.table} {self.day}"


class ReaderSpin(models.Model):
    """A coup with a number at a table with wheel readers, and the numbers that its readers reported."""

    casino_id = models.BigIntegerField()
    table = models.CharField(max_length=20)
    day = models.CharField(max_length=20)
    coup = models.IntegerField()
    number = models.SmallIntegerField()
    fell_at = models.DateTimeField()
    disputed = models.BooleanField(default=False)
    """Two numbers were reported of it, and nobody has decided yet."""
    reports = models.JSONField(default=dict)
    """Numbers that each reader reported, the newest last."""
    away = models.JSONField(default=list)
    """The readers that were silent or had a fault when the number fell."""
    pk = models.CompositePrimaryKey("casino_id", "table", "day", "coup")

    class Meta:
        db_table = "house_reader_spin"

    def __str__(self) -> str:
        return f"{self.table} {self.day} {self.coup}: {self.number}"


class ReaderSpinDay(models.Model):
    """The state of a table's readers between two events of its day."""

    casino_id = models.BigIntegerField()
    table = models.CharField(max_length=20)
    day = models.CharField(max_length=20)
    standing = models.JSONField()
    """tables.play.reader.spins.Standing as JSON."""
    pk = models.CompositePrimaryKey("casino_id", "table", "day")

    class Meta:
        db_table = "house_reader_spin_day"

    def __str__(self) -> str:
        return f"{self.table} {self.day}"


class WheelWatch(models.Model):
    """The stretch of a wheel's spins that is watched, carried along with its permanence."""

    casino_id = models.BigIntegerField()
    wheel = models.TextField(blank=True)
    """The wheel's serial; empty where it is not registered."""
    table = models.CharField(max_length=20, blank=True)
    """For a wheel without a serial its table, else empty."""
    numbering = models.TextField()
    stretch = models.JSONField()
    """tables.roulette.statistics.watching.Stretch as JSON."""
    began_at = models.DateTimeField()
    """Time of the first number of the stretch."""
    last_at = models.DateTimeField()
    """Time of the last number, and the table's day."""
    last_table = models.CharField(max_length=20)
    last_day = models.CharField(max_length=20)
    pk = models.CompositePrimaryKey("casino_id", "wheel", "table", "numbering")

    class Meta:
        db_table = "house_wheel_watch"

    def __str__(self) -> str:
        return f"{self.wheel or self.table} ({self.numbering})"


class Wheel(models.Model):
    """The present state of a wheel of the register: evolved from its stream, updated by every append."""

    casino_id = models.BigIntegerField()
    serial = models.CharField(max_length=40)
    table = models.CharField(max_length=20, blank=True)
    """The code of its table; empty in the store."""
    withdrawn = models.BooleanField()
    state = models.JSONField()
    """tables.registers.wheels.Wheel as JSON."""
    pk = models.CompositePrimaryKey("casino_id", "serial")

    class Meta:
        db_table = "house_wheel"

    def __str__(self) -> str:
        return self.serial


class Ball(models.Model):
    """The present state of a ball of the register: evolved from its stream, updated by every append."""

    casino_id = models.BigIntegerField()
    serial = models.CharField(max_length=40)
    table = models.CharField(max_length=20, blank=True)
    """The code of the table that it belongs to; empty in the store."""
    letter = models.CharField(max_length=20, blank=True)
    """Letter of the ball at its table; empty for a spare."""
    withdrawn = models.BooleanField()
    state = models.JSONField()
    """tables.registers.balls.RegisteredBall as JSON."""
    pk = models.CompositePrimaryKey("casino_id", "serial")

    class Meta:
        db_table = "house_ball"

    def __str__(self) -> str:
        return self.serial


class RotaEntry(models.Model):
    """An entry of a day's rota as it is planned, moving with every event of the rota's stream."""

    casino_id = models.BigIntegerField()
    day = models.CharField(max_length=20)
    entry = models.CharField(max_length=20)
    """Name of the entry within the day."""
    person = models.CharField(max_length=100)
    """tables.play.events.Person: the casino's own identifier, and the name beside it."""
    person_name = models.CharField(max_length=100)
    begins = models.DateTimeField()
    ends = models.DateTimeField()
    table = models.CharField(max_length=20, blank=True)
    """The code of the table; empty where it is a break."""
    layout = models.PositiveSmallIntegerField(default=1)
    position = models.CharField(max_length=40, blank=True)
    spins = models.BooleanField(default=False)
    """It is time at the ball."""
    pk = models.CompositePrimaryKey("casino_id", "day", "entry")

    class Meta:
        db_table = "house_rota_entry"

    def __str__(self) -> str:
        return f"{self.day} {self.entry}: {self.person_name}"


class HouseDay(models.Model):
    """A gaming day that the casino has closed: the state evolved from its stream, moving with every append."""

    casino_id = models.BigIntegerField()
    day = models.CharField(max_length=20)
    to_explain = models.BooleanField()
    """True after an emergency close that is not reconciled yet: no table opens."""
    state = models.JSONField()
    """tables.registers.casino_day.state.CasinoDayState as JSON."""
    pk = models.CompositePrimaryKey("casino_id", "day")

    class Meta:
        db_table = "house_day"

    def __str__(self) -> str:
        return self.day
