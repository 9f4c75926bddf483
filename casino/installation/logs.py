"""Format of the logs: one line an event, to the standard output."""

import logging
from collections.abc import MutableMapping
from typing import Any

import structlog

LOG_LEVELS = ("CRITICAL", "ERROR", "WARNING", "INFO", "DEBUG")


class WithoutTraceOfRefusals(logging.Filter):
    """A page refused to somebody (a status under 500) is a line in the log; only our own faults carry a trace."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", 500) < 500:
            record.exc_info = None
        return True


def logging_for(*, level: str, as_json: bool) -> dict[str, Any]:
    """Return Django's LOGGING: standard loggers and structlog's through one renderer.

    Lines are for people to read, or JSON for a house that collects its logs.
    """
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    renderer = structlog.processors.JSONRenderer() if as_json else plain_line
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": shared,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    renderer,
                ],
            }
        },
        "filters": {"refusals": {"()": WithoutTraceOfRefusals}},
        "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["refusals"]}},
        "root": {"handlers": ["out"], "level": level},
        "loggers": {
            # Django's own handlers give way, so that a line is written once.
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # Tells of every glyph that goes into a PDF.
            "fontTools": {"level": "WARNING"},
        },
    }


def plain_line(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> str:
    """Return a line such as `20:13:22 warning what happened key=value (logger)`, with the time in UTC.

    A stack trace follows on its own lines.
    """
    time = str(event.pop("timestamp", ""))[11:19]
    level, message, logger = event.pop("level", ""), event.pop("event", ""), event.pop("logger", "")
    trace = event.pop("exception", None)
    words = [
        time,
        level if level != "info" else "",
        str(message),
        *(f"{key}={value}" for key, value in event.items()),
    ]
    line = " ".join(filter(None, words)) + f" ({logger})"
    return f"{line}\n{trace}" if trace else line
