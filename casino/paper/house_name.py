"""The name of the house, which stands over its papers: one installation may serve several."""

from tables.handling.models import Casino


def house_name(casino_id: int) -> str:
    """What the casino is called; empty where no such is registered."""
    name: str | None = Casino.objects.filter(pk=casino_id).values_list("name", flat=True).first()
    return name or ""
