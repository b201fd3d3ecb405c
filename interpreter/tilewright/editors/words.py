"""Pieces of schemas for editors, and what the words of one game mean, in a line or two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.tree import Menu
from tilewright.linking.text_keys import statements
from tilewright.merging.history import short
from tilewright.model import FALLBACK
from tilewright.wording.message import BadMessage, Cases, Hole, Number, read

if TYPE_CHECKING:
    from tilewright.language.tree import Var
    from tilewright.language.types import Type
    from tilewright.model import Game
    from tilewright.wording.message import Message

Schema = dict[str, Any]

# Editors know this one best.
DRAFT = "http://json-schema.org/draft-07/schema#"
ID: Schema = {"type": "string", "pattern": "^[a-z][a-z0-9_]*$", "maxLength": 60}
NEVER: Schema = {"not": {}}
PLAIN = {"int": "integer", "bool": "boolean"}


def choice(words: dict[Any, str], about: str = "") -> Schema:
    """One of some words, each with what it means; editors then tell about the one that stands."""
    described: Schema = {"description": about} if about else {}
    if not words:
        return {**NEVER, **described}
    ways = [{"const": word, **({"description": said} if said else {})}
            for word, said in words.items()]
    return {**described, "anyOf": ways}


def mapping(keys: dict[str, Schema], *, many: bool = False) -> Schema:
    """A mapping with one of some keys, or with many of them."""
    if not keys:
        return NEVER
    return {"type": "object", "additionalProperties": False, "minProperties": 1,
            **({} if many else {"maxProperties": 1}), "properties": keys}


def lines(*parts: str) -> str:
    return "\n\n".join(p for p in parts if p)


class Words:
    """What is known of the words of a game: its texts, its types, what its files say."""

    def __init__(self, game: Game, written: dict[str, Any]) -> None:
        self.game = game
        self.written = written

    def said(self, key: str) -> str:
        """The English text of a key, with holes by their names; empty without one."""
        template = self.game.texts.get(FALLBACK, {}).get(key, "")
        try:
            return _told(read(template), "")
        except BadMessage:
            return template

    def _entry(self, section: str, name: str) -> Any:
        found = self.written.get(section)
        return found.get(name) if isinstance(found, dict) else None

    # -- types --------------------------------------------------------------------------------

    def value(self, type_: Type, told: dict[str, Var] | None = None) -> Schema:
        """A value of a type, as tiles write it; `told` are words that stand for one."""
        made = self._plain(type_, told)
        words = [name for name, var in (told or {}).items() if var.type == type_]
        return {"anyOf": [made, {"enum": words}]} if words and type_.tag != "kind" else made

    def _plain(self, type_: Type, told: dict[str, Var] | None) -> Schema:
        if type_.tag == "kind":
            return self._element(type_, told)
        if type_.tag == "list" and type_.item is not None:
            return {"type": "array", "items": self._plain(type_.item, None)}
        if type_.tag == "map" and type_.item is not None:
            inner = self._plain(type_.item, None)
            items = self.game.kinds[type_.kind].items
            return {"type": "object", "additionalProperties": False,
                    "properties": dict.fromkeys(items, inner),
                    **({"required": list(items)} if type_.must_be_said else {})}
        plain = {"type": PLAIN[type_.tag]}
        return {"anyOf": [plain, {"enum": ["none", None]}]} if type_.optional else plain

    def _element(self, type_: Type, told: dict[str, Var] | None) -> Schema:
        """An element by its id, or what stands for one."""
        names: dict[Any, str] = {item: self.said(f"{type_.kind}.{item}")
                                 for item in self.game.kinds[type_.kind].items}
        for name, var in (told or {}).items():
            if var.type.plain == type_.plain and not (var.type.optional and not type_.optional):
                names[name] = "what the event tells"
        if type_.optional:
            names |= {"none": "none", None: "none"}
        return choice(names)

    # -- words --------------------------------------------------------------------------------

    def verb(self, verb: str) -> str:
        args = ", ".join(f"{a.name}: {a.type}" for a in self.game.published.verbs[verb])
        return lines(self.said(f"verb.{verb}"), f"{verb}({args})" if args else "")

    def query(self, name: str) -> str:
        """What a query is, what changing it says, and its value where nothing changes it."""
        query = self.game.queries[name]
        args = ", ".join(f"{a.name}: {a.type}" for a in query.args)
        changed = next((said for how in ("to", "add", "times")
                        if (said := self.said(f"change.{name}.{how}"))), "")
        raw = self._entry("queries", name)
        base = short(raw["base"]) if isinstance(raw, dict) and "base" in raw else ""
        return lines(changed, f"{name}({args}): {query.type.words}",
                     f"normally {base}" if base else "",
                     f"of several values the {query.stack} counts" if query.stack else "")

    def amount(self, name: str) -> str:
        raw = self._entry("amounts", name)
        rule = raw.get("is", "") if isinstance(raw, dict) else raw
        return lines(self.said(f"amount.{name}") or self.said(f"goal.{name}.at_least"),
                     f"`{rule}`" if rule is not None else "")

    def events(self, who: str) -> dict[str, str]:
        """The events of the game, as a tile hears of them."""
        made = {}
        for event in self.game.events.values():
            told = ", ".join(f"{a.name}: {a.type}" for a in event.args)
            made[event.name] = lines(
                self.said(f"event.{event.name}.{who}"),
                f"the action '{event.action}'" if event.action else "",
                f"it tells {told}" if told else "")
        return made

    def told(self) -> dict[str, Var]:
        """All that events tell, by name."""
        return {a.name: a for event in self.game.events.values() for a in event.args}

    def field(self, name: str) -> str:
        return lines(self.said(f"field.player.{name}") or name.replace("_", " "),
                     "how much of it is paid to the owner of the tile")

    def steps(self) -> list[str]:
        found = {s.step for s in statements(self.game) if isinstance(s, Menu) and s.step}
        return sorted(found)

    # -- attributes ---------------------------------------------------------------------------

    def _column(self, family: str, name: str) -> Any:
        raw = self._entry("families", family)
        columns = raw.get("attributes") if isinstance(raw, dict) else None
        return columns.get(name) if isinstance(columns, dict) else None

    def is_needed(self, family: str, name: str) -> bool:
        """Whether each tile has to say it."""
        spec = self._column(family, name)
        column = self.game.kinds[family].attributes[name].type
        ready = isinstance(spec, dict) and "default" in spec
        return spec is not None and not ready and column.must_be_said

    def usual(self, family: str, name: str) -> str:
        """What holds for a tile that does not say it."""
        if self.is_needed(family, name):
            return "every tile says it"
        spec = self._column(family, name)
        if isinstance(spec, dict) and "default" in spec:
            return f"normally {short(spec['default'])}"
        return ""


def _told(message: Message, counted: str) -> str:
    """A template as one line: of its cases the one that is called 'other'."""
    parts = []
    for part in message:
        if isinstance(part, Cases):
            parts.append(_told(part.case("other"), part.name))
        elif isinstance(part, Number):
            parts.append(f"{{{counted}}}")
        else:
            parts.append(f"{{{part.name}}}" if isinstance(part, Hole) else part)
    return "".join(parts)
