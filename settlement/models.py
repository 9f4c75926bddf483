"""What settlement derives from a table's events: the day's rules, the stakes that lie, and a sheet for each coup.

All of it can be thrown away and derived again. Money is in minor units of the day's currency.
"""

import pgtrigger
from django.db import models

from settlement.kept_models import DayChanges, KeptDay  # noqa: F401  (Django looks for models here)


class GamingDay(models.Model):
    """The rules under which a table's day is settled, as its opening named them, with the limits that are in force
    now, the players who are in company now, and who sits at the table now: `staff` maps positions to their holders,
    `spinner` is one of them."""

    pk = models.CompositePrimaryKey("casino_id", "table", "day")
    casino_id = models.BigIntegerField()
    table = models.TextField()
    day = models.TextField()
    rulebook = models.TextField()
    rulebook_version = models.IntegerField()
    wheel = models.TextField()
    currency = models.TextField()
    limits = models.JSONField()
    face_value_only = models.BooleanField(default=False)
    companies = models.JSONField(default=list)
    staff = models.JSONField(default=dict)
    spinner = models.TextField(default="")
    change_open = models.JSONField(default=dict)
    """What was handed in for change that is not made yet, by its number: `["notes", 20000]`."""

    class Meta:
        db_table = "settlement_day"

    def __str__(self) -> str:
        return f"{self.table} on {self.day} by {self.rulebook} {self.rulebook_version}"


class StakeOnCloth(models.Model):
    """A stake that lies now: free, or in prison at a level above 0.

    `place` is its turn in the order of placing: the version of the event that placed it; a stake carried over from
    the day before lies below 1. `replay_of` is the bet out of whose payment it was placed; of the bet
    `stays_of`, which has won the last number, it lies on.
    """

    pk = models.CompositePrimaryKey("casino_id", "table", "day", "place")
    casino_id = models.BigIntegerField()
    table = models.TextField()
    day = models.TextField()
    place = models.BigIntegerField()
    ref = models.TextField()
    player = models.TextField()
    bet = models.TextField()
    amount = models.BigIntegerField()
    level = models.IntegerField(default=0)
    excess = models.BooleanField(default=False)
    distance = models.IntegerField(null=True, default=None)
    layout = models.IntegerField(default=1)
    chip = models.BigIntegerField(null=True, default=None)
    colour = models.TextField(null=True, default=None)
    on_behalf_of = models.TextField(null=True, default=None)
    replay_of = models.TextField(null=True, default=None)
    stays_of = models.TextField(null=True, default=None)

    class Meta:
        db_table = "stake_on_cloth"

    def __str__(self) -> str:
        return f"{self.ref}: {self.amount} on {self.bet}"


class PayoutSheet(models.Model):
    """One coup settled. `stakes` are those that took part, as they lay; `limits` those in force, `companies` the
    players in company and `staff` who sat at the table when the number fell. Lines and order follow from them, the
    number and the choices of imprisoned players, and are worked out again when one of these changes. `replays` are won
    bets played again from their payment, by ref, each with the number it was paid on: one that was made under another
    `number` is to be put right by hand."""

    class Status(models.TextChoices):
        OPEN = "open"
        PAID = "paid"

    pk = models.CompositePrimaryKey("casino_id", "table", "day", "coup")
    casino_id = models.BigIntegerField()
    table = models.TextField()
    day = models.TextField()
    coup = models.IntegerField()
    number = models.IntegerField()
    colour = models.TextField(null=True)
    stakes = models.JSONField()
    limits = models.JSONField(default=dict)
    companies = models.JSONField(default=list)
    staff = models.JSONField(default=dict)
    choices = models.JSONField()
    replays = models.JSONField(default=dict)
    unclaimed = models.JSONField(default=dict)
    """Wins that nobody claimed when they were to be paid, by ref: how they are held, by which clause, and where they
    stand."""
    reconstituted = models.JSONField(default=list)
    """Displaced bets that were put back, each with where it lay before and after, on what basis, and who decided."""
    adjustments = models.JSONField(default=list)
    """What the direction decided about disputes on the coup, each with its amount in minor units."""
    differences = models.JSONField(default=list)
    """What was paid otherwise than worked out, and what was decided about each; money in minor units."""
    lines = models.JSONField()
    order = models.JSONField()
    total_stake = models.BigIntegerField()
    total_prize = models.BigIntegerField()
    total_returned = models.BigIntegerField()
    total_held = models.BigIntegerField()
    status = models.TextField(choices=Status.choices)
    withheld = models.BooleanField(default=False)
    """Two sources disagree about the number: nothing is paid until the chief decides."""
    settled_at = models.DateTimeField()
    amended_at = models.DateTimeField(null=True, default=None)
    paid_at = models.DateTimeField(null=True, default=None)

    class Meta:
        db_table = "payout_sheet"

    def __str__(self) -> str:
        return f"coup {self.coup} of {self.table} on {self.day}: {self.number}"


BALANCED = pgtrigger.Trigger(
    name="balanced",
    level=pgtrigger.Row,
    when=pgtrigger.After,
    operation=pgtrigger.Insert | pgtrigger.Update | pgtrigger.Delete,
    timing=pgtrigger.Deferred,
    declare=[("of", "ledger_entry"), ("unbalanced", "RECORD")],
    func="""
        of := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
        SELECT currency, sum(amount) AS sum INTO unbalanced FROM ledger_entry
        WHERE casino_id = of.casino_id AND stream_id = of.stream_id AND version = of.version
        GROUP BY currency HAVING sum(amount) <> 0 LIMIT 1;
        IF FOUND THEN
            RAISE EXCEPTION 'The posting of event % of % is not balanced: % % are left over',
                of.version, of.stream_id, unbalanced.sum, unbalanced.currency
                USING ERRCODE = 'check_violation';
        END IF;
        RETURN NULL;
    """,
)


class LedgerEntry(models.Model):
    """One side of a movement of value: `amount` minor units came to the place `account`, or left it (below zero).

    All entries of one event are its posting: per currency they come to zero, and the database refuses what does not,
    once the transaction ends. `table` is where it happened, whoever's the place is; `day` the gaming day that it
    counts to; `coup` the one that it is about, if it is about one. `reason` says why, in words.
    """

    pk = models.CompositePrimaryKey("casino_id", "stream_id", "version", "line")
    casino_id = models.BigIntegerField()
    stream_id = models.TextField()
    version = models.BigIntegerField()
    line = models.IntegerField()
    table = models.TextField()
    day = models.TextField()
    coup = models.IntegerField(null=True)
    at = models.DateTimeField()
    reason = models.TextField()
    account = models.TextField()
    amount = models.BigIntegerField()
    currency = models.TextField()

    class Meta:
        db_table = "ledger_entry"
        indexes = [
            models.Index(fields=("casino_id", "table", "day", "account"), name="ledger_entry_of_a_day")
        ]
        triggers = [BALANCED]

    def __str__(self) -> str:
        return f"{self.amount} to {self.account} at {self.table}: {self.reason}"


class Slip(models.Model):
    """A fill or a credit as its slip stands: the state folded from its stream, moving with every append.

    `place` is its number without the letter: the casino's slips of a kind are numbered from 1 without a gap. Pieces
    are counted by value in minor units; `requested` are those that the table asked for, `pieces` those it has by now.
    """

    pk = models.CompositePrimaryKey("casino_id", "number")
    casino_id = models.BigIntegerField()
    number = models.TextField()
    kind = models.TextField()
    place = models.BigIntegerField()
    table = models.TextField()
    day = models.TextField()
    currency = models.TextField()
    closing = models.BooleanField()
    status = models.TextField()
    """As settlement.slips.life.Status."""
    version = models.BigIntegerField()
    requested = models.JSONField()
    pieces = models.JSONField()
    by_series = models.JSONField()
    total = models.BigIntegerField()
    carrier = models.TextField(default="")
    reprints = models.IntegerField(default=0)
    reprinted_at = models.DateTimeField(null=True, default=None)
    requested_at = models.DateTimeField()
    moved_at = models.DateTimeField()
    """When it came to how it stands."""

    class Meta:
        db_table = "slip"
        constraints = [
            models.UniqueConstraint(fields=["casino_id", "kind", "place"], name="one_slip_of_a_number")
        ]
        indexes = [
            models.Index(fields=["casino_id", "status", "-requested_at"], name="slips_by_status"),
            models.Index(fields=["casino_id", "table", "day"], name="slips_of_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.number} of {self.table}: {self.status}"


class SlipStep(models.Model):
    """One step of a slip: what was done, by whom, and who signed. `pieces` are those it had from then on."""

    pk = models.CompositePrimaryKey("casino_id", "number", "version")
    casino_id = models.BigIntegerField()
    number = models.TextField()
    version = models.BigIntegerField()
    step = models.TextField()
    """The type of its event without `slip_`: `requested`, `issued`."""
    at = models.DateTimeField()
    by = models.TextField()
    signed = models.JSONField()
    """Names and roles."""
    pieces = models.JSONField()
    words = models.TextField()
    """The reason that was given, empty where there is none."""

    class Meta:
        db_table = "slip_step"

    def __str__(self) -> str:
        return f"{self.number} {self.step}"


class Box(models.Model):
    """A drop box of a table's day, from its placing on, as the table's record and its own stream have it.

    `use` counts how often that box was at the table on the day. `recorded` is what the table had of cash for it when it
    left (minor units), `from_before` what of that an earlier day recorded; `version` is its own stream's.
    """

    pk = models.CompositePrimaryKey("casino_id", "table", "day", "serial", "use")
    casino_id = models.BigIntegerField()
    table = models.TextField()
    day = models.TextField()
    serial = models.TextField()
    use = models.IntegerField()
    status = models.TextField()
    """`in_place` at the table, then as settlement.boxes.life.Status."""
    version = models.BigIntegerField(default=0)
    placed_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, default=None)
    reason = models.TextField(default="")
    recorded = models.BigIntegerField(default=0)
    from_before = models.BigIntegerField(default=0)
    removed_by = models.JSONField(default=list)
    """Who signed for its removal: identifier, name and role of each."""
    pieces = models.JSONField(default=dict)
    total = models.BigIntegerField(null=True, default=None)
    """What was counted in it; None while nobody has counted it."""
    counted_at = models.DateTimeField(null=True, default=None)

    class Meta:
        db_table = "drop_box"
        indexes = [
            models.Index(fields=["casino_id", "status", "day"], name="drop_boxes_by_status"),
            models.Index(fields=["casino_id", "day", "table"], name="drop_boxes_of_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.serial} of {self.table} on {self.day}: {self.status}"


class BoxStep(models.Model):
    """One step of a drop box that has left its table: a count or its acceptance, by whom, and who signed."""

    pk = models.CompositePrimaryKey("casino_id", "table", "day", "serial", "use", "version")
    casino_id = models.BigIntegerField()
    table = models.TextField()
    day = models.TextField()
    serial = models.TextField()
    use = models.IntegerField()
    version = models.BigIntegerField()
    step = models.TextField()
    """`counted` or `accepted`."""
    at = models.DateTimeField()
    signed = models.JSONField()
    """Identifier, name and role of each."""
    pieces = models.JSONField()
    total = models.BigIntegerField()
    words = models.TextField()

    class Meta:
        db_table = "drop_box_step"

    def __str__(self) -> str:
        return f"{self.serial} of {self.table} on {self.day} {self.step}"


class ChipStock(models.Model):
    """So many pieces of a series and a value (minor units) are in the chip bank by the record: all that came, less all
    that went. The series is empty for chips of which nobody told it. Below nothing before the first count."""

    pk = models.CompositePrimaryKey("casino_id", "currency", "series", "value")
    casino_id = models.BigIntegerField()
    currency = models.TextField()
    series = models.TextField()
    value = models.BigIntegerField()
    pieces = models.BigIntegerField()

    class Meta:
        db_table = "chip_stock"

    def __str__(self) -> str:
        return f"{self.pieces} of {self.value}"


class BankEntry(models.Model):
    """What was done at the chip bank: counted, sold or redeemed; at a version of its stream, by whom, and who signed.

    `by_series` are the chips; of a count `difference` is what was found beyond the record, by series, None for the
    first one, and `reason` what is known of it.
    """

    pk = models.CompositePrimaryKey("casino_id", "version")
    casino_id = models.BigIntegerField()
    version = models.BigIntegerField()
    what = models.TextField()
    day = models.TextField()
    at = models.DateTimeField()
    by = models.TextField()
    signed = models.JSONField()
    by_series = models.JSONField()
    difference = models.JSONField(null=True)
    total = models.BigIntegerField()
    currency = models.TextField()
    reason = models.TextField(default="")

    class Meta:
        db_table = "bank_entry"
        indexes = [
            models.Index(fields=["casino_id", "currency", "-version"], name="bank_entries_by_currency")
        ]

    def __str__(self) -> str:
        return f"{self.what} of {self.total} {self.currency}"
