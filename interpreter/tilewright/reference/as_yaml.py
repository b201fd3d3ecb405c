"""Data as YAML that people like to read: on one line what fits there."""

from __future__ import annotations

from typing import Any

import yaml

WIDTH = 88
ENDLESS = 10**6
# Several times as quick where it is there; signs such as emoji it writes as numbers.
QUICK: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def written(value: Any) -> str:
    """A mapping with its keys below each other; what is inside stands on one line if it fits."""
    return "".join(f"{line}\n" for line in _block(_with_numbers(value), 0))


def _with_numbers(value: Any) -> Any:
    """The same; keys that are numbers need no quotes, which schemas cannot do without."""
    if isinstance(value, dict):
        return {int(k) if k.isdigit() else k: _with_numbers(v) for k, v in value.items()}
    return [_with_numbers(v) for v in value] if isinstance(value, list) else value


def on_one_line(value: Any) -> str:
    dumper = QUICK if repr(value).isascii() else yaml.SafeDumper
    said: str = yaml.dump(value, Dumper=dumper, default_flow_style=True, sort_keys=False,
                          allow_unicode=True, width=ENDLESS)
    return said.removesuffix("...\n").strip()


def _plain(value: Any) -> bool:
    return not isinstance(value, (dict, list)) or not value


def _little(value: Any) -> bool:
    """Whether a value is easy to read on one line: nothing in it is deep."""
    if isinstance(value, dict):
        return all(_plain(v) or (isinstance(v, list) and _little(v)) for v in value.values())
    if isinstance(value, list):
        flat = all(_plain(v) or (isinstance(v, list) and all(map(_plain, v))) for v in value)
        return flat or (len(value) == 1 and _short_statement(value[0]))
    return True


def _short_statement(value: Any) -> bool:
    return isinstance(value, dict) and len(value) == 1 and all(map(_little, value.values()))


def _fits(value: Any, before: int) -> bool:
    return _plain(value) or (_little(value) and before + len(on_one_line(value)) <= WIDTH)


def _block(value: Any, depth: int) -> list[str]:
    if isinstance(value, list) and value:
        return [line for item in value for line in _item(item, depth)]
    if not isinstance(value, dict) or not value:
        return [on_one_line(value)]
    lines = []
    for key, inner in value.items():
        begin = f"{on_one_line(key)}:"
        if _fits(inner, depth + len(begin) + 1):
            lines.append(f"{begin} {on_one_line(inner)}")
        else:
            lines += [begin, *(f"  {line}" for line in _block(inner, depth + 2))]
    return lines


def _item(item: Any, depth: int) -> list[str]:
    """An item of a list: statements with several keys have one on each line."""
    if not isinstance(item, dict) and _fits(item, depth + 2):
        return [f"- {on_one_line(item)}"]
    first, *rest = _block(item, depth + 2)
    return [f"- {first}", *(f"  {line}" for line in rest)]
