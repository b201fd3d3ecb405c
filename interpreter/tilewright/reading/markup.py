"""XML of a stranger as a tree: no entities, not too deep, and each element with its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from tilewright import limits
from tilewright.problems import Place

# What stands between the name of a language and the name of an element.
GAP = " "


@dataclass(slots=True)
class Element:
    """One element: its language, its name, and where it begins."""

    space: str
    tag: str
    place: Place
    given: dict[str, str]
    inside: list[Element] = field(default_factory=list)
    text: bool = False


class Broken(ValueError):
    """A file that cannot be read as a tree: where, why, and what helps."""

    def __init__(self, place: Place, why: str, hint: str = "") -> None:
        super().__init__(why)
        self.place, self.why, self.hint = place, why, hint


def tree(text: str, name: str) -> Element:
    """The outermost element of a file."""
    return _Reader(name).read(text)


class _Reader:
    def __init__(self, name: str) -> None:
        self.name = name
        self.above: list[Element] = []
        self.first: Element | None = None
        self.count = 0
        self.parser = expat.ParserCreate(namespace_separator=GAP)
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.parser.ProcessingInstructionHandler = self._instruction

    def read(self, text: str) -> Element:
        try:
            self.parser.Parse(text, True)
        except expat.ExpatError as error:
            why = expat.ErrorString(error.code)
            raise Broken(Place(self.name, error.lineno, error.offset + 1),
                         f"this is no SVG that can be read: {why}",
                         "save it again from the program that it was drawn with") from error
        assert self.first is not None
        return self.first

    def _start(self, full: str, given: dict[str, str]) -> None:
        self.count += 1
        if self.count > limits.ART_NODES:
            self._stop(f"a picture has at most {limits.ART_NODES:,} elements",
                       "join shapes, or draw it more simply")
        if len(self.above) >= limits.ART_DEPTH:
            self._stop(f"its groups lie more than {limits.ART_DEPTH} deep in each other",
                       "ungroup some of them")
        space, _, tag = full.rpartition(GAP)
        made = Element(space, tag, self._here(), given)
        if self.above:
            self.above[-1].inside.append(made)
        else:
            self.first = made
        self.above.append(made)

    def _end(self, _full: str) -> None:
        self.above.pop()

    def _text(self, text: str) -> None:
        if not text.isspace():
            self.above[-1].text = True

    def _doctype(self, _name: str, _system: str | None, _public: str | None, inner: int) -> None:
        # The line alone says nothing; what stands in it could make a small file very large.
        if inner:
            self._stop("a picture declares no entities", "take what stands in [ ] out")

    def _entity(self, *_about: object) -> None:
        self._stop("a picture declares no entities", "take '<!ENTITY …>' out")

    def _instruction(self, target: str, _data: str) -> None:
        if "stylesheet" in target.lower():
            self._stop("a picture uses no style sheet", "give colours to the shapes themselves")

    def _here(self) -> Place:
        return Place(self.name, self.parser.CurrentLineNumber,
                     self.parser.CurrentColumnNumber + 1)

    def _stop(self, why: str, hint: str) -> NoReturn:
        raise Broken(self._here(), why, hint)
