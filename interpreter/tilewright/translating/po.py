"""Texts as a PO file: what translators' tools read."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from babel.messages.plurals import get_plural

from tilewright.translating.examples import examples_of
from tilewright.translating.meanings import Meanings
from tilewright.translating.uses import use_of
from tilewright.wording.marks import fingerprint_of, older
from tilewright.wording.message import BadMessage, Cases, Hole, holes, read
from tilewright.wording.proofs import LONG, LONGER, is_same
from tilewright.wording.terms import spoken_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tilewright.translating.work import Work

STATE = "X-Texts"
BEGINNING = "2000-01-01 00:00+0000"
ICU = "icu-message-format"
USED = 2


@dataclass(frozen=True, slots=True)
class Entry:
    """One text as it stands in a PO file."""

    key: str
    english: str
    said: str = ""
    comments: tuple[str, ...] = ()
    place: str = ""
    flags: tuple[str, ...] = ()
    was: str = ""

    def lines(self) -> Iterator[str]:
        yield from (f"#. {line}" for line in self.comments)
        if self.place:
            yield f"#: {self.place}"
        if self.flags:
            yield f"#, {', '.join(self.flags)}"
        if self.was:
            yield f"#| msgid {quoted(self.was)}"
        yield f"msgctxt {quoted(self.key)}"
        yield f"msgid {quoted(self.english)}"
        yield f"msgstr {quoted(self.said)}"


def quoted(words: str) -> str:
    for sign, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        words = words.replace(sign, written)
    return f'"{words}"'


def po_of(work: Work, *, template: bool = False) -> str:
    """All texts with what a translator should know of each; a template is without translations."""
    blocks = [_header(work, template=template)]
    blocks += [list(entry.lines()) for entry in entries(work, template=template)]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _header(work: Work, *, template: bool) -> list[str]:
    # Without a date of its own, the same texts give the same file.
    said = {"Project-Id-Version": f"{work.id} {work.version}", "POT-Creation-Date": BEGINNING,
            "PO-Revision-Date": BEGINNING, "Last-Translator": "nobody yet",
            "Language-Team": "nobody yet", "Language": "" if template else work.lang,
            "MIME-Version": "1.0", "Content-Type": "text/plain; charset=UTF-8",
            "Content-Transfer-Encoding": "8bit"}
    if not template:
        plural = get_plural(work.lang)
        said[STATE] = state_of(work)
        said["Plural-Forms"] = f"nplurals={plural.num_plurals}; plural={plural.plural_expr};"
    about = "all texts" if template else f"texts in '{work.lang}'"
    return [f"# {work.id}: {about}", *(["#, fuzzy"] if template else []), 'msgid ""', 'msgstr ""',
            *(quoted(f"{name}: {value}\n") for name, value in said.items())]


def state_of(work: Work) -> str:
    """A fingerprint of all translations there are, to know whether they have changed."""
    return fingerprint_of(repr(sorted(work.given.items())))


def entries(work: Work, *, template: bool = False) -> list[Entry]:
    comments, found = _Comments(work), []
    for key in keys_to_translate(work):
        english = english_of(work, key)
        said = "" if template else work.given.get(key, "")
        was = older(work.marks, key, english, said) if said else None
        fuzzy = said and (was is not None or is_same(said, english))
        found.append(Entry(key, english, said, tuple(comments.of(key, english)),
                           work.places.get(key.partition("@")[0], ""),
                           (*(["fuzzy"] if fuzzy else []), *comments.flags(key, english, said)),
                           was or ""))
    return found


def keys_to_translate(work: Work) -> list[str]:
    """All keys in the order of the English file, each with its forms: those that the language has,
    or, as long as it has none of that name, those of English."""
    theirs, ours = _forms(work.given), _forms(work.english)
    names = dict.fromkeys(key.partition("@")[0] for key in (*work.english, *work.given))
    said = {key.partition("@")[0] for key in work.given}
    return [key for name in names
            for key in (name, *(theirs if name in said else ours).get(name, ()))]


def _forms(texts: Mapping[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for key in texts:
        name, at, _ = key.partition("@")
        if at:
            found[name].append(key)
    return found


def english_of(work: Work, key: str) -> str:
    """What is to be translated: of a form that English does not have, the words of the name."""
    name = key.partition("@")[0]
    return work.english.get(key) or work.english.get(name) or name


class _Comments:
    """What stands above each entry."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.meanings = Meanings(work.game)
        self.examples = examples_of(work.game, work.english) if work.game is not None else {}
        self.used = _uses_of_forms(work.given or work.english)

    def of(self, key: str, english: str) -> list[str]:
        name, _, form = key.partition("@")
        lines = [use_of(key, self.work.game)]
        if form:
            used = [f"{k}: {template}" for k, template in self.used.get(form, ())]
            lines += [f"Used in {said}" for said in used[:USED]]
        lines += self.meanings.lines(name, english)
        if not form:
            lines += [_example(said, english) for said in self.examples.get(name, ())]
        for term in spoken_of(self.work.terms.values(), english):
            lines.append(f"Term: {term.english} = {term.word}"
                         + (f" (not: {', '.join(term.never)})" if term.never else ""))
        return [*lines, f"At most {self._longest(key, english)} characters."]

    def flags(self, key: str, english: str, said: str) -> list[str]:
        found = [f"max-length:{self._longest(key, english)}"]
        return [ICU, *found] if _is_icu(english) or _is_icu(said) else found

    def _longest(self, key: str, english: str) -> int:
        lengths = [len(other[key]) for other in self.work.others if key in other]
        return LONG * max([len(english), *lengths]) + LONGER


def _example(said: str, english: str) -> str:
    """How a text reads; where it is always the same, only which tile says it."""
    rest = said.removeprefix(english)
    return f"Said by: {rest.strip(' ()')}" if rest != said else f"Example: {said}"


def _is_icu(template: str) -> bool:
    """Whether a text has plural forms or choices, which tools have to know; forms of names are
    beyond what they understand."""
    try:
        found = list(holes(read(template)))
    except BadMessage:
        return False
    return any(isinstance(hole, Cases) for hole in found) and not any(
        isinstance(hole, Hole) and hole.form for hole in found)


def _uses_of_forms(texts: Mapping[str, str]) -> dict[str, list[tuple[str, str]]]:
    """The texts of a language that ask for each form."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for key, template in texts.items():
        try:
            named = {h.form for h in holes(read(template)) if isinstance(h, Hole) and h.form}
        except BadMessage:
            continue
        for form in sorted(named):
            found[form].append((key, template))
    return found
