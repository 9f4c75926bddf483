"""A form as a browser sends it: the content of its fields, with the entries over it."""

from typing import Any

from testkit.pages import Element, find


def sent_by(page: Element, selector: str, **entered: Any) -> dict[str, Any]:
    """Return the data that the form sends after somebody filled these fields in and pressed its button.

    Raises AssertionError for a field or a choice that the form does not offer: a person could not enter it either. None
    leaves a box unticked.
    """
    form = find(page, selector)
    values: dict[str, Any] = {}
    choices: dict[str, set[str]] = {}
    for field in form.select("input, select, textarea"):
        name = field.get("name", "")
        if name:
            _add(values, choices, name, field)
    for name, value in entered.items():
        assert name in values or name in choices, (
            f"the form has no field {name}: {sorted({*values, *choices})}"
        )
        wanted = value if isinstance(value, list) else [] if value is None else [value]
        if name in choices:
            assert {*map(str, wanted)} <= choices[name], (
                f"{name} is one of {sorted(choices[name])}, not {value}"
            )
        values[name] = value
    return {name: value for name, value in values.items() if value not in (None, [])}


def _add(values: dict[str, Any], choices: dict[str, set[str]], name: str, field: Element) -> None:
    kind = field.get("type", "text")
    if field.name == "select":
        offered = field.select("option")
        choices[name] = {option.get("value", option.text) for option in offered}
        chosen = [option for option in offered if option.has_attr("selected")] or offered[:1]
        values[name] = chosen[0].get("value", chosen[0].text) if chosen else ""
    elif kind in ("checkbox", "radio"):
        value = field.get("value", "on")
        choices.setdefault(name, set()).add(value)
        ticked = values.setdefault(name, [])
        if field.has_attr("checked"):
            ticked.append(value)
    else:
        values[name] = field.get("value", "")
