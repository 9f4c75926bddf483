"""The heartbeat of the web process. The sender lies where services under `tables/` can import it too."""

from tables.stream.heartbeat import beat

__all__ = ["beat"]
