"""What was probably meant by something that has another shape than it should have."""

from __future__ import annotations

import re
from typing import Any

from tilewright.reading.other_words import KINDS_OF_ABILITY
from tilewright.reading.pruning import LISTS
from tilewright.reading.source import Map, Seq

Path = list[Any]

LONGEST = 40
# What has keys that stand for fields, with values.
FIELDS = ("set", "gain", "lose", "pay", "given", "expect")
# What gives a name to something: to an element of a list, or to a value.
NAMING = ("for_each", "choose", "random", "pick", "let", "each")
CHANGE = re.compile(r"([\w.\[\]]+)\s*([-+]?=)=?\s*(.+)\Z")
SPAN = re.compile(r"(\d{1,9})\s*(?:-|to|\.\.\.?|…|–)\s*(\d{1,9})\Z")
IN_LIST = re.compile(r"(\w+) (?:in|from|of) (.+)\Z")
NAMED = re.compile(r"(\w+)\s*=\s*(.+)\Z")
BY_SIGN = {"+=": "gain", "-=": "lose", "=": "set"}
YES_AND_NO = {**dict.fromkeys(("yes", "on", "y"), "true"),
              **dict.fromkeys(("no", "off", "n"), "false")}


def shown(value: Any) -> str:
    """A plain value as it is written, or nothing if it is long or none."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, str)) and len(str(value)) <= LONGEST and "\n" not in str(value):
        return str(value).strip()
    return ""


def inside(text: str) -> str:
    """A text as it stands between { and }."""
    return f'"{text}"' if any(c in text for c in ",[]{}:#\"'") else text


def shape_hint(path: Path, value: Any, wanted: list[str], line: str, around: Any) -> str:
    """How to write a value that is of another type than it should be, in what stands around it."""
    if value is None:
        return _nothing(path, wanted, line)
    if "object" in wanted:
        return _as_mapping(path, value)
    if "array" in wanted:
        return _as_list(path, value, around)
    if isinstance(value, str) and ("integer" in wanted or "boolean" in wanted):
        return _as_number(path, value)
    if isinstance(value, bool | int) and "string" in wanted:
        return "write three numbers, such as 1.0.0" if path[-1:] == ["version"] else (
            "put quotes around it")
    return _as_text(path, value) if "string" in wanted else ""


def _nothing(path: Path, wanted: list[str], line: str) -> str:
    if "array" in wanted:
        return "indent what belongs to it below, each line with its '-'"
    if "#" in line:
        return "put quotes around a text with '#', which begins a comment"
    if path[:1] == ["state"]:
        return f"say what it is, such as {path[-1]}: int"
    return "write it behind the ':'; in an expression, 'none' means no value"


# -- where a mapping is needed --------------------------------------------------------------------


def _as_mapping(path: Path, value: Any) -> str:
    if isinstance(value, Seq):
        return _listed(path, value)
    given, last = shown(value), path[-1] if path else ""
    if not given:
        return ""
    if isinstance(last, int):
        return _statement(given) if path[-2] in LISTS else ""
    by_place = _by_place(path, value, inside(given))
    if by_place:
        return by_place
    if last in FIELDS:
        return _fields(last, value, given)
    return _named(last, given) if last in NAMING else OF_KEY.get(last, "").format(inside(given))


OF_KEY = {
    "repeat": "write it as: {{max: {0}}}", "score": "name the category: {{category: {0}}}",
    "when": "say whose: {{me: {0}}}", "whenever": "say whose: {{me: {0}}}",
    "for": "name the argument of the query: {{argument: {0}}}",
    "ranking": "write it as: {{best: {0}}}",
    "ends": "give it a name: {{over: {{when: {0}}}}}",
    "scoring": "give it a name: {{points: {0}}}",
    "limit": "write once_per_turn, or: {{times: {0}, per: turn}}",
    "players": "write it as: {{min: {0}, max: {0}}}",
    "texts": "name the language: {{en: {0}}}",
}


def _by_place(path: Path, value: Any, given: str) -> str:
    """What an entry of a section is, where only its main value was written."""
    section = path[0] if len(path) > 1 else ""
    if section == "ends":
        return f"write it as: {{when: {given}}}"
    if section == "functions":
        return f"write it as: {{is: {given}}}"
    if section == "options":
        return f"write it as: {{type: {_type_of(value)}, default: {given}}}"
    if len(path) > 1 and path[-2] == "abilities":
        return f"say what it is: {{gain: [{given}]}}"
    if section == "state" and len(path) == 2:
        return "a field stands under whose it is: 'game', 'player' or another kind"
    if section == "state" and not isinstance(value, str):
        return f"write it as: {{type: {_type_of(value)}, start: {given}}}"
    if section in ("kinds", "sites") and given.startswith("-"):
        return "write a space after '-', in each line"
    if section in ("kinds", "sites"):
        return f"a kind is a list of its elements: [{given.strip(chr(34))}]"
    return ""


def _type_of(value: Any) -> str:
    return "bool" if isinstance(value, bool) or value in YES_AND_NO else "int"


def _fields(last: Any, value: Any, given: str) -> str:
    changed = CHANGE.match(given)
    if changed is not None:
        return f"write it as: {{{changed.group(1)}: {inside(changed.group(3))}}}"
    amount = re.fullmatch(r"(\d+) (\w+)", given)
    if amount is not None:
        return f"write it as: {{me.{amount.group(2)}: {amount.group(1)}}}"
    if isinstance(value, int):
        return f"say of what: {{me.coins: {given}}}" if last in FIELDS[:4] else ""
    return f"write the field and its value: {{{inside(given)}: …}}"


def _named(last: Any, given: str) -> str:
    """A name and a list, or a value."""
    if last == "random" and given.isdigit():
        return f'name what comes: {{n: "range(1, {given})"}}'
    span = SPAN.fullmatch(given.strip('"'))
    if span is not None:
        return f'name what comes: {{n: "range({span.group(1)}, {span.group(2)})"}}'
    found = IN_LIST.match(given) or NAMED.match(given)
    if found is not None:
        return f"write it as: {{{found.group(1)}: {inside(found.group(2))}}}"
    letter = given[:1].lower()
    return f"give it a name: {{{letter}: {inside(given)}}}" if letter.isalpha() else ""


def _listed(path: Path, value: Seq) -> str:
    """A list where names with values are needed."""
    last = path[-1] if path else ""
    words = [shown(v) for v in value if not isinstance(v, (Map, Seq))]
    if last == "players":
        return f"write it as: {{min: {len(value)}, max: {len(value)}, names: [{', '.join(words)}]}}"
    if path[:1] == ["state"] and len(path) == 3 and len(words) == 1:
        return f"a list of elements is a zone: {{zone: {words[0]}}}"
    if len(path) > 1 and path[-2] == "abilities" and last in KINDS_OF_ABILITY:
        return f"put it under a name of its own: abilities: {{NAME: {{{last}: …}}}}"
    if path[:1] == ["actions"] and len(path) == 2:
        return "the statements of an action stand under 'do:'"
    if last == "texts":
        return f"name the language: {{en: {', '.join(words)}}}"
    if last in ("args", "gives") and words:
        return f"say the type of each: {{{words[0]}: int}}"
    if last == "one_of" and words:
        return f"say what each does: {{{', '.join(f'{w}: […]' for w in words)}}}"
    if len(words) == len(value) == 2:
        return f"write it as: {{{words[0]}: {inside(words[1])}}}"
    if last in ("abilities", "tiles", "situations", "ends", "actions", "functions", "kinds"):
        return "each begins with a name of its own and a ':', without '-'"
    return "leave the '-' out: names stand here, each with a ':'"


# -- where a list, a number or a text is needed ---------------------------------------------------


def _as_list(path: Path, value: Any, around: Any) -> str:
    last = path[-1] if path else ""
    if isinstance(value, Map):
        files = [v for v in value.values() if isinstance(v, str) and v.endswith((".yaml", ".yml"))]
        if value and len(files) == len(value):
            return f"put them in brackets: [{', '.join(files)}]"
        first = next(iter(value), "")
        if first.startswith("-"):
            return f"write a space after '-': - {first[1:]}: …"
        if last in LISTS:
            return "put '- ' before each statement"
        return "put '- ' before each item"
    given = shown(value)
    ends = re.fullmatch(r"(\w+)\s*(?:-+>?|,|:)\s*(\w+)", given)
    if len(path) > 1 and path[-2] == "links":
        return f"each link is a pair: [{ends.group(1)}, {ends.group(2)}]" if ends else (
            f"links are a list of pairs: [[{', '.join(filter(None, map(shown, around)))}]]")
    return f"put it in brackets: [{given}]" if given else ""


def _as_number(path: Path, value: str) -> str:
    given = value.strip()
    digits = re.sub(r"[ ,._']", "", given)
    if given.lstrip("+-").isdigit():
        return f"write it without quotes: {given.lstrip('+')}"
    if digits.isdigit():
        return f"write it without signs between the digits: {digits}"
    if "times" in path and given.rstrip("% ").isdigit():
        return 'write a fraction: {by: "3/2", round: down}'
    if given.lower() in YES_AND_NO:
        return f"write {YES_AND_NO[given.lower()]}"
    if path[-1:] == ["score"]:
        return "write a number here, and what is counted under 'per'"
    return ""


def _as_text(path: Path, value: Any) -> str:
    last = path[-1] if path else ""
    if isinstance(value, Seq):
        if last == "action":
            return "declare one event for each action"
        if last in ("if", "when", "while", "until"):
            return "join tests with 'and' or 'or'; if it is a list, put quotes around it"
        return "if it is an expression, put quotes around it"
    if isinstance(value, Map) and len(value) == 1 and last in ("if", "when", "while", "until"):
        ((field, wanted),) = value.items()
        return f"write a test: {field} == {shown(wanted)}"
    if isinstance(value, Map) and len(value) == 1 and isinstance(last, str):
        (only,) = map(shown, value.values())
        return f"write the expression alone: {last}: {only}" if only else ""
    return ""


def _statement(given: str) -> str:
    """A statement that was written as a text."""
    changed = CHANGE.match(given)
    if changed is not None:
        field, sign, value = changed.groups()
        return f"write it as: {BY_SIGN[sign]}: {{{inside(field)}: {inside(value)}}}"
    if re.match(r"[\w.]+\.\w+\(", given):
        return "elements come into a zone with 'put' or 'move', and out of it with 'move'"
    word, _, rest = given.partition(" ")
    return f"write it with a colon: {word}: {rest or '…'}"
