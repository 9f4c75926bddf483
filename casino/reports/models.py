"""Long reports that are made as jobs: the job, the rows of each of its days that is done, and its result."""

from django.db import models


class ReportJob(models.Model):
    """A report of several gaming days. It is made day by day: `done` of `total` are there.

    A worker locks the row only to write down a step. `turn` goes on with each message that was sent for it: one that
    names another turn is stale. `tries` counts how often the next day was begun.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    pk = models.CompositePrimaryKey("casino_id", "id")
    casino_id = models.BigIntegerField()
    id = models.UUIDField()
    report = models.CharField(max_length=40)
    since = models.CharField(max_length=10)
    until = models.CharField(max_length=10)
    table = models.CharField(max_length=20, null=True)
    form = models.CharField(max_length=10)
    chosen = models.JSONField(default=dict)
    """Filter of its rows: names of `Report.chosen_by` with their values."""
    blind = models.BooleanField(default=False)
    """It is for somebody who may count a drop box."""
    person = models.BigIntegerField(null=True)
    """The person who asked for it on a page; None for a client of the API."""
    language = models.CharField(max_length=10, default="en")
    """Language of its words, its headings and its paper."""
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    done = models.IntegerField(default=0)
    total = models.IntegerField()
    rows = models.IntegerField(default=0)
    turn = models.IntegerField(default=0)
    tries = models.IntegerField(default=0)
    error = models.TextField(default="")
    """Reason of the failure, in words for the client."""
    hash = models.CharField(max_length=64, default="")
    """Hash of its rows, once it is done; `record_hash` is the hash of the record behind them."""
    record_hash = models.CharField(max_length=64, default="")
    asked_by = models.CharField(max_length=255)
    asked_at = models.DateTimeField()
    worked_at = models.DateTimeField()
    """Time of a worker's last turn."""
    ended_at = models.DateTimeField(null=True)
    kept_until = models.DateTimeField(null=True)

    class Meta:
        db_table = "report_job"
        indexes = [
            models.Index(fields=["status", "worked_at"], name="report_jobs_by_status"),
            models.Index(fields=["kept_until"], name="report_jobs_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.report} from {self.since} to {self.until}: {self.status}"


class ReportJobDay(models.Model):
    """The packed rows of one day of a job, with the hash and the time of the record behind them.

    `place` counts the days from 0.
    """

    pk = models.CompositePrimaryKey("casino_id", "job", "place")
    casino_id = models.BigIntegerField()
    job = models.UUIDField()
    place = models.IntegerField()
    rows = models.BinaryField()
    record_hash = models.CharField(max_length=64, default="")
    recorded_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "report_job_day"

    def __str__(self) -> str:
        return f"day {self.place} of {self.job}"


class ReportJobResult(models.Model):
    pk = models.CompositePrimaryKey("casino_id", "job")
    casino_id = models.BigIntegerField()
    job = models.UUIDField()
    content = models.BinaryField()

    class Meta:
        db_table = "report_job_result"

    def __str__(self) -> str:
        return f"result of {self.job}"
