"""Arguments that a command cannot take, each told in one sentence.

The library of commands has its own words for them, which change with its versions.
"""

from __future__ import annotations

import re
from typing import Any

from tilewright.problems import did_you_mean, printable

AT_LEAST = re.compile(r"greater than or equal to (-?\d+)|x>=(-?\d+)|(-?\d+)<=x")
AT_MOST = re.compile(r"less than or equal to (-?\d+)|x<=(-?\d+)")
QUOTED = re.compile(r"'([^']*)'")
EXTRA = re.compile(r"argument[^ ]* \((.*)\)")


def is_of_arguments(error: Exception) -> bool:
    """Whether the library refuses what was typed; to show the help is no refusal."""
    return hasattr(error, "format_message") and type(error).__name__ != "NoArgsIsHelpError"


def sentence(error: Any) -> str:
    """What is wrong with the arguments, and where to read more."""
    context = getattr(error, "ctx", None)
    said = printable(_told(error, str(error.format_message()), context))
    if context is None:
        return said
    return f"{said}{'' if said.endswith('?') else ';'} '{context.command_path} -h' tells more"


def _told(error: Any, message: str, context: Any) -> str:
    sort = type(error).__name__
    if sort == "NoSuchOption":
        return _unknown("option", error.option_name, [
            word for param in context.command.params for word in param.opts
            if len(word) > 2 or len(error.option_name) == 2] if context else [])
    if message.startswith("No such command"):
        word = _first(QUOTED, message)
        return _unknown("command", word, context.command.list_commands(context))
    if sort == "MissingParameter":
        return f"{_name(error.param)} is missing"
    if sort == "BadParameter":
        return f"{_name(error.param)} needs {_needed(message, error.message)}"
    if sort == "BadOptionUsage":
        takes = "takes no value" if "not take" in message else "needs a value behind it"
        return f"'{error.option_name}' {takes}"
    if "unexpected extra argument" in message:
        return f"'{_first(EXTRA, message)}' is more than this command takes"
    return message.rstrip(".")


def _unknown(what: str, word: str, known: list[str]) -> str:
    near = did_you_mean(word, known)
    return f"there is no {what} '{word}'" + (f"; {near}" if near.startswith("did") else "")


def _name(param: Any) -> str:
    """An option as it is typed, an argument as the help names it."""
    if param is None:
        return "this"
    longest = max(param.opts, key=len)
    named = longest if longest.startswith("-") else str(param.metavar or param.name).upper()
    return f"'{named}'"


def _needed(message: str, bare: str) -> str:
    """What an option wants, in our words where it is a number."""
    least, most = _first(AT_LEAST, message), _first(AT_MOST, message)
    if least and most:
        return f"a number from {int(least):,} to {int(most):,}"
    if least or most:
        return f"a number, {int(least):,} or more" if least else f"a number, {int(most):,} at most"
    if "integer" in message:
        return "a whole number"
    return f"another value: {bare.rstrip('.')}"


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return next((part for part in found.groups() if part is not None), "") if found else ""
