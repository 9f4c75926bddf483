"""Reports of the wheel gateways, their leases of readers, and the lines of readers as people watch and record them."""

from django.db import models


class GatewayReport(models.Model):
    """Last report of one wheel gateway: its spool, and the trouble with its disk if there is any."""

    gateway = models.CharField(primary_key=True, max_length=300)
    """Machine of the gateway, and the path of its spool there."""
    reported_at = models.DateTimeField()
    waiting = models.IntegerField(default=0)
    """Observations in the spool that the database does not have yet."""
    oldest_waiting_at = models.DateTimeField(null=True)
    """Time at which the oldest waiting observation was received; null if none waits."""
    since = models.DateTimeField(null=True)
    """Time since which the disk refuses writes; null while the disk takes them. `reason` and `held` belong to it."""
    reason = models.TextField(blank=True, default="")
    held = models.IntegerField(default=0)
    """Observations that are in the gateway's memory alone."""
    refused_readers = models.JSONField(default=list)
    """Readers to which the gateway does not connect, each with its casino, its code and the rule that forbids it."""

    class Meta:
        db_table = "gateway_report"

    def __str__(self) -> str:
        return f"the wheel gateway {self.gateway}"

    @property
    def disk_trouble(self) -> str:
        """Trouble with the gateway's disk in one sentence; empty if there is none."""
        if self.since is None:
            return ""
        return (
            f"{self} cannot write its spool ({self.reason}); {self.held} observations are in its memory alone"
        )


class ReaderLease(models.Model):
    """Lease of a reader to one gateway. Observations of the reader are recorded only under the number `lease`."""

    casino_id = models.IntegerField()
    reader = models.CharField(max_length=50)
    lease = models.BigIntegerField()
    """Number that grows each time that the reader goes to a gateway."""
    spool = models.UUIDField()
    """Identity of the spool of the gateway that holds it. Its observations wait there, so a restart keeps the lease."""
    holder = models.CharField(max_length=300)
    """The gateway, as its report names it."""
    expires_at = models.DateTimeField()
    """Time from which another gateway may take the lease, by the database's clock."""

    class Meta:
        db_table = "reader_lease"
        constraints = [
            models.UniqueConstraint(fields=["casino_id", "reader"], name="one_lease_of_a_reader"),
            # A change of a column of a key waits for FOR KEY SHARE, and other changes do not: so a takeover waits for
            # the delivery at hand, and a renewal does not.
            models.UniqueConstraint(fields=["casino_id", "reader", "lease"], name="lease_is_part_of_a_key"),
        ]

    def __str__(self) -> str:
        return f"lease {self.lease} of reader {self.reader}, held by {self.holder}"


class ReaderStatus(models.Model):
    """Line of one reader, as the gateway with its lease reported it last."""

    casino_id = models.IntegerField()
    reader = models.CharField(max_length=50)
    gateway = models.CharField(max_length=300)
    lease = models.BigIntegerField(default=0)
    connection = models.CharField(max_length=20)
    """`connecting`, `connected`, `lost`, `refused` by a rule, `unusable` options, or `cut_off`."""
    connection_since = models.DateTimeField()
    peer = models.CharField(max_length=100, blank=True, default="")
    """Address of the other end, or the device; empty without a connection."""
    reason = models.CharField(max_length=300, blank=True, default="")
    """Reason why there is no connection: text of the operating system, or the code of the bound that was passed."""
    retry_at = models.DateTimeField(null=True)
    """Time at which a cut-off reader is connected again."""
    hearing = models.CharField(max_length=20, default="unknown")
    """`unknown`, `live`, `silent`, or `no_valid_message`: bytes arrive and no message is understood."""
    hearing_since = models.DateTimeField(null=True)
    last_bytes_at = models.DateTimeField(null=True)
    last_valid_at = models.DateTimeField(null=True)
    last_raw = models.CharField(max_length=300, blank=True, default="")
    """The last bytes, escaped."""
    per_minute = models.IntegerField(default=0)
    """Messages that were understood in the last 60 s."""
    bytes_read = models.BigIntegerField(default=0)
    messages = models.BigIntegerField(default=0)
    errors = models.JSONField(default=dict)
    """Number of errors by code, since `since`."""
    since = models.DateTimeField()
    """Begin of the gateway's count."""
    updated_at = models.DateTimeField()

    class Meta:
        db_table = "reader_status"
        constraints = [
            models.UniqueConstraint(fields=["casino_id", "reader"], name="one_status_of_a_reader"),
        ]

    def __str__(self) -> str:
        return f"status of reader {self.reader}: {self.connection}, {self.hearing}"


class ReaderWatch(models.Model):
    """Page that somebody looks at. The web moves `watched_until`; until then the gateway writes the raw lines."""

    casino_id = models.IntegerField()
    reader = models.CharField(max_length=50)
    watched_until = models.DateTimeField()
    """End of the watch, by the database's clock."""
    lines = models.JSONField(default=list)
    """The last raw lines, the newest last: see `observed_forms.RawLine`."""
    written_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "reader_watch"
        constraints = [
            models.UniqueConstraint(fields=["casino_id", "reader"], name="one_watch_of_a_reader"),
        ]

    def __str__(self) -> str:
        return f"watch of reader {self.reader} until {self.watched_until}"


class ReaderRecording(models.Model):
    """Recording of a reader's raw bytes, for support."""

    casino_id = models.IntegerField()
    reader = models.CharField(max_length=50)
    asked_by = models.CharField(max_length=150)
    asked_at = models.DateTimeField()
    until = models.DateTimeField()
    """End of the recording, by the database's clock. A person who stops it moves this time to now."""
    most_bytes = models.IntegerField()
    state = models.CharField(max_length=20, default="asked")
    """`asked`, `recording` or `ended`."""
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=20, blank=True, default="")
    """`time`, `size`, `stopped` by a person, or `lost`: no gateway listened any more."""
    size = models.IntegerField(default=0)
    """Bytes of the reader."""

    class Meta:
        db_table = "reader_recording"
        indexes = [models.Index(fields=["casino_id", "reader", "asked_at"], name="recordings_of_reader")]
        constraints = [
            models.UniqueConstraint(
                fields=["casino_id", "reader"],
                condition=~models.Q(state="ended"),
                name="one_recording_of_a_reader",
            ),
        ]

    def __str__(self) -> str:
        return f"recording of reader {self.reader}, {self.state}, {self.size} bytes"


class ReaderRecordingPart(models.Model):
    """Bytes of a recording that a gateway stored together."""

    casino_id = models.IntegerField()
    recording = models.BigIntegerField()
    part = models.IntegerField()
    body = models.TextField()
    """Lines of the file: see `reader_recordings`."""

    class Meta:
        db_table = "reader_recording_part"
        constraints = [
            models.UniqueConstraint(fields=["recording", "part"], name="one_part_of_a_recording"),
        ]

    def __str__(self) -> str:
        return f"part {self.part} of recording {self.recording}"


class ReaderDeadLetter(models.Model):
    """Copy of an observation that the house refused. The observation itself is in the spool of the gateway."""

    casino_id = models.IntegerField()
    reader = models.CharField(max_length=50)
    gateway = models.CharField(max_length=300)
    spool = models.UUIDField()
    row = models.BigIntegerField()
    """Number of the dead letter in the spool."""
    kind = models.CharField(max_length=40)
    number = models.IntegerField(null=True)
    observation = models.JSONField()
    reason = models.TextField()
    refusal = models.JSONField(null=True)
    """The rule that refused it, with its values; null if none did."""
    set_aside_at = models.DateTimeField()
    request = models.CharField(max_length=10, blank=True, default="")
    """`retry` or `discard`, as a person asked; empty before."""
    requested_by = models.CharField(max_length=150, blank=True, default="")
    requested_at = models.DateTimeField(null=True)
    request_reason = models.TextField(blank=True, default="")
    signed = models.JSONField(default=list)
    """Signatures of the request."""
    outcome = models.CharField(max_length=20, blank=True, default="")
    """`delivered`, `discarded` or `refused_again`; empty before the gateway carried the request out."""
    done_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "reader_dead_letter"
        indexes = [models.Index(fields=["casino_id", "reader"], name="dead_letters_of_reader")]
        constraints = [
            models.UniqueConstraint(fields=["spool", "row"], name="one_copy_of_a_dead_letter"),
        ]

    def __str__(self) -> str:
        return f"dead letter of reader {self.reader}: {self.kind}"


class ReaderProbe(models.Model):
    """Request to look at the raw bytes of an address that has no reader yet. One gateway serves it."""

    casino_id = models.IntegerField()
    url = models.CharField(max_length=200)
    options = models.JSONField(default=dict)
    asked_by = models.CharField(max_length=150)
    asked_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    """End of the probe, by the database's clock."""
    gateway = models.CharField(max_length=300, blank=True, default="")
    """The gateway that serves it; empty while none does."""
    state = models.CharField(max_length=20, default="asked")
    """`asked`, `connecting`, `connected` or `ended`."""
    refusal = models.JSONField(null=True)
    """The rule that forbids the address; null if none does."""
    reason = models.CharField(max_length=300, blank=True, default="")
    """Reason why there is no connection: text of the operating system."""
    peer = models.CharField(max_length=100, blank=True, default="")
    lines = models.JSONField(default=list)
    """The last raw lines, the newest last: see `observed_forms.RawLine`."""
    bytes_read = models.BigIntegerField(default=0)
    guesses = models.JSONField(default=list)
    """Protocols that understand the bytes, the best first: see `guessing.Guess`."""
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "reader_probe"
        indexes = [models.Index(fields=["casino_id", "asked_at"], name="probes_of_casino")]

    def __str__(self) -> str:
        return f"probe of {self.url}, {self.state}"
