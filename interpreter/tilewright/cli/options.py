"""`--option name=value`: the settings of a game."""

from __future__ import annotations

from tilewright.problems import UsageError

WORDS = {"true": 1, "yes": 1, "on": 1, "false": 0, "no": 0, "off": 0}


def settings(given: list[str] | None) -> dict[str, int]:
    """What stands after `--option`, by name; the game says what it may be."""
    found: dict[str, int] = {}
    for word in given or ():
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise UsageError(f"'{word}' is no setting; write it as NAME=VALUE, such as "
                             f"{name or 'NAME'}=true")
        if name in found:
            raise UsageError(f"the option '{name}' is given twice")
        found[name] = _value(name, value)
    return found


def _value(name: str, value: str) -> int:
    if value.lower() in WORDS:
        return WORDS[value.lower()]
    try:
        return int(value)
    except ValueError as error:
        raise UsageError(f"the option '{name}' cannot be '{value}'; "
                         "it is true, false or a number") from error
