"""Texts put into a YAML file that stays as it is otherwise: comments, order, quotes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from tilewright.wording.flat import USUAL, is_own

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    # Where something stands in a file, and what is to stand there.
    Change = tuple[int, int, str]

MODELINE = "# yaml-language-server: $schema=../../../schema/text.schema.json\n"
WIDE = 10**6


def written(words: str, *, inside: bool = False, quoted: bool = False) -> str:
    """A text as YAML: plain where that can be, else in double quotes."""
    given: Any = [words] if inside else words
    plain = yaml.safe_dump(given, allow_unicode=True, width=WIDE, default_flow_style=inside or None)
    plain = plain.removesuffix("\n").removesuffix("\n...").strip()
    plain = plain[1:-1] if inside else plain
    if plain == words and not quoted:
        return plain
    made = yaml.safe_dump(words, allow_unicode=True, width=WIDE, default_style='"')
    return str(made).strip()


def with_texts(file: str, said: Mapping[str, str], order: Iterable[str],
               model: Mapping[str, Any]) -> str:
    """A file with some texts in it: changed in place, or new ones behind those before them."""
    by_name: dict[str, dict[str, str]] = {}
    for key, words in said.items():
        name, _, form = key.partition("@")
        by_name.setdefault(name, {})[form or USUAL] = words
    there = _entries(file)
    changes = [change for name, forms in by_name.items() if name in there
               for change in _changed(file, name, there[name], forms)]
    for start, end, words in sorted(changes, reverse=True):
        file = file[:start] + words + file[end:]
    return _with_new(file, {n: f for n, f in by_name.items() if n not in there}, list(order), model)


def _entries(file: str) -> dict[str, yaml.Node]:
    """The values of a file by their keys, each with its place."""
    node = yaml.compose(file, Loader=yaml.SafeLoader)
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    return {str(key.value): value for key, value in pairs}


def _changed(file: str, name: str, node: yaml.Node, forms: dict[str, str]) -> list[Change]:
    """What changes in an entry that is there."""
    if isinstance(node, yaml.ScalarNode):
        if set(forms) == {USUAL}:
            return _scalar(file, node, forms[USUAL], inside=False)
        forms = {USUAL: node.value, **forms}
        return [(*_span(file, node), _flow(forms))]
    assert isinstance(node, yaml.MappingNode)
    there = {str(key.value): value for key, value in node.value}
    usual = "text" if is_own(name, there) else USUAL
    forms = {usual if form == USUAL else form: words for form, words in forms.items()}
    changes = [change for form, words in forms.items() if form in there
               for change in _scalar(file, there[form], words, inside=bool(node.flow_style))]
    more = {form: words for form, words in forms.items() if form not in there}
    if more:
        key, last = node.value[-1]
        end = _span(file, last)[1]
        if node.flow_style:
            changes.append((end, end, f", {_flow(more)[1:-1]}"))
        else:
            indent = " " * key.start_mark.column
            changes.append((end, end, "".join(f"\n{indent}{form}: {written(words)}"
                                              for form, words in more.items())))
    return changes


def _scalar(file: str, node: yaml.Node, words: str, *, inside: bool) -> list[Change]:
    if node.value == words:
        return []
    quoted = isinstance(node, yaml.ScalarNode) and node.style == '"'
    return [(*_span(file, node), written(words, inside=inside, quoted=quoted))]


def _span(file: str, node: yaml.Node) -> tuple[int, int]:
    """Where a value stands, without the line end that belongs to long ones."""
    start, end = node.start_mark.index, node.end_mark.index
    return start, start + len(file[start:end].rstrip())


def _flow(forms: Mapping[str, str]) -> str:
    inner = ", ".join(f"{form}: {written(words, inside=True)}" for form, words in forms.items())
    return f"{{{inner}}}"


# -- texts that are not there yet -----------------------------------------------------------------

def _with_new(file: str, new: dict[str, dict[str, str]], order: list[str],
              model: Mapping[str, Any]) -> str:
    """New entries, each behind the one that stands before it in the order, or in the place of the
    comment that asks for it."""
    lines = file.splitlines()
    at = {line.partition(":")[0]: i for i, line in enumerate(lines)}
    ranks = {name: i for i, name in enumerate(order)}
    for name in sorted(new, key=lambda n: ranks.get(n, len(ranks))):
        line = entry(name, new[name], model.get(name))
        if f"# {name}" in at:
            lines[at[f"# {name}"]] = line
        else:
            rank = ranks.get(name, len(order))
            lines.insert(_place(lines, order[:rank], order[rank:]), line)
        at = {one.partition(":")[0]: i for i, one in enumerate(lines)}
    return "\n".join(lines) + "\n"


def _place(lines: list[str], before: list[str], after: list[str]) -> int:
    """Behind the nearest entry before it, with the lines that go on with that; else before the
    next one, or at the end."""
    at = {line.partition(":")[0]: i for i, line in enumerate(lines)}
    known = next((at[name] for name in reversed(before) if name in at), None)
    if known is None:
        return next((at[name] for name in after if name in at), len(lines))
    place = known + 1
    while place < len(lines) and lines[place].startswith((" ", "\t")):
        place += 1
    return place


def entry(name: str, forms: Mapping[str, str], model: Any) -> str:
    """One entry on one line; a text of a tile's own with the mark of the rule it was made for."""
    if is_own(name, model):
        told = {"text": forms[USUAL], "rule": str(model.get("rule", ""))}
        return f"{name}: {_flow(told)}"
    if set(forms) == {USUAL}:
        return f"{name}: {written(forms[USUAL])}"
    return f"{name}: {_flow(forms)}"
