"""A report as one page that needs no network: styles, script and numbers are in it."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache, singledispatchmethod
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any

from tilewright.lab.report import parts
from tilewright.lab.report.digest import DIGITS, kept
from tilewright.lab.report.words import Words
from tilewright.picture.nodes import written

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tilewright.lab.report.parts import Report, Section

POLICY = ("default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; "
          "img-src data:; base-uri 'none'; form-action 'none'")
EMPTY = ("meta", "input")
SIGNS = {"clear": "●", "likely": "◐", "cannot_tell": "○"}


class Html(str):
    """What is HTML already; all other words are escaped."""

    __slots__ = ()


def tag(name: str, /, *inside: str, **attributes: str | bool | None) -> Html:
    """An element; `class_` is written `class`, and attributes that are none are left out."""
    told = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + (f'="{escape(str(value))}"'
                                                   if value is not True else "")
        for key, value in attributes.items() if value not in (None, False))
    if name in EMPTY:
        return Html(f"<{name}{told}>")
    return Html(f"<{name}{told}>{joined(*inside)}</{name}>")


def joined(*inside: str) -> Html:
    return Html("".join(one if isinstance(one, Html) else escape(one) for one in inside))


@cache
def page_file(name: str) -> str:
    return (resources.files("tilewright.lab.report") / "page" / name).read_text(encoding="utf-8")


def page(writer: Writer, findings: Mapping[str, Any]) -> str:
    """The whole page."""
    report = writer.report
    style, script = ("".join(page_file(f"{name}.{end}") for name in writer.files)
                     for end in ("css", "js"))
    policy = POLICY.format(script=_digest(script), style=_digest(style))
    head = tag(
        "head", tag("meta", charset="utf-8"),
        tag("meta", http_equiv="content-security-policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", writer.words.says("head.title", game=report.title)),
        tag("style", Html(style)))
    numbers = json.dumps(kept(findings, report.lang), ensure_ascii=False, separators=(",", ":"))
    # No text of a game can end the script.
    data = tag("script", Html(numbers.replace("<", "\\u003c")), type="application/json",
               id="findings")
    body = tag("body", *writer.body(), data, tag("script", Html(script)))
    return f"<!doctype html>\n{tag('html', head, body, lang=report.lang)}\n"


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


class Writer:
    """Writes the parts of one report."""

    # Of these come style and script.
    files: tuple[str, ...] = ("report",)

    def __init__(self, report: Report) -> None:
        self.report, self.words = report, Words(report.lang)

    # -- what only an interactive page has --------------------------------------------------------

    def hint(self) -> list[Html]:
        """How the page is used."""
        return []

    def tools(self, _one: parts.Table) -> Html:
        """What stands above a table."""
        return Html("")

    def legend(self, _one: parts.Plot) -> Html:
        """What stands above a picture."""
        return Html("")

    def known(self, _traits: parts.Traits) -> dict[str, str | None]:
        """What is noted of a row or a card."""
        return {}

    # -- the page ---------------------------------------------------------------------------------

    def body(self) -> list[str]:
        report, says = self.report, self.words.says
        links = [tag("li", tag("a", s.title, href=f"#{s.id}")) for s in report.sections[1:]]
        warned = [tag("p", tag("strong", says("head.warning")), " ", said, class_="warning")
                  for said in report.warnings]
        header = tag("header", tag("p", says("head.above"), class_="above"),
                     tag("h1", report.title), tag("p", " · ".join(report.under), class_="under"))
        nav = tag("nav", tag("ul", *links), aria_label=says("head.contents"))
        return [header, nav, tag("main", *self.hint(), *warned,
                                 *map(self._section, report.sections)),
                tag("footer", tag("p", says("head.footer")))]

    def _section(self, section: Section) -> Html:
        return tag("section", tag("h2", section.title, id=f"h-{section.id}"),
                   *(self.part(p) for p in section.parts), id=section.id,
                   aria_labelledby=f"h-{section.id}")

    @singledispatchmethod
    def part(self, one: Any) -> Html:
        raise TypeError(f"no way to write {type(one).__name__}")

    @part.register
    def _(self, one: parts.Text) -> Html:
        return tag("p", one.said, class_="quiet" if one.quiet else None)

    @part.register
    def _(self, one: parts.Answers) -> Html:
        return tag("ul", *map(self._answer, one.answers), class_="answers")

    def _answer(self, one: parts.Answer) -> Html:
        sign = tag("span", SIGNS.get(one.verdict, "○"), aria_hidden="true")
        more = tag("span", one.more, class_="more") if one.more else ""
        sure = tag("p", tag("span", sign, " ", one.sure, class_="chip"), more, class_="sure")
        return tag("li", tag("h3", one.about), tag("p", one.said), sure,
                   class_=one.verdict if one.verdict in SIGNS else None)

    @part.register
    def _(self, one: parts.Figures) -> Html:
        return tag("dl", *(tag("div", tag("dt", f.what), tag("dd", tag("b", f.value),
                                                           tag("span", f.range)))
                           for f in one.figures), class_="figures")

    @part.register
    def _(self, one: parts.Points) -> Html:
        return tag("ul", *(tag("li", said) for said in one.said), class_="points")

    @part.register
    def _(self, one: parts.Plots) -> Html:
        return tag("div", *map(self._plot, one.plots), class_="plots")

    def _plot(self, one: parts.Plot) -> Html:
        return tag("figure", tag("figcaption", tag("strong", one.title), tag("span", one.told)),
                   self.legend(one), Html(written(one.drawn)), class_="wide" if one.wide else None)

    @part.register
    def _(self, one: parts.Cards) -> Html:
        return tag("ul", *map(self._card, one.cards), class_="cards")

    def _card(self, one: parts.Card) -> Html:
        drawn = Html(written(one.drawn)) if one.drawn is not None else ""
        said = tag("div", tag("h3", tag("span", "▲" if one.up else "▼", aria_hidden="true"), " ",
                              one.name), tag("p", one.said))
        return tag("li", drawn, said, class_="up" if one.up else "down",
                   **self.known(one.traits))

    # -- tables -------------------------------------------------------------------------------

    @part.register
    def _(self, one: parts.Table) -> Html:
        if not any(head.said for head in one.heads):
            return self._pairs(one)
        heads = tag("thead", tag("tr", *map(self._head, one.heads)))
        rows = tag("tbody", *(tag("tr", *(self._cell(c, h, at) for at, (c, h) in enumerate(
            zip(row, one.heads, strict=True))), **self.known(traits))
            for row, traits in _with_traits(one)))
        caption = tag("caption", one.caption, class_="unseen")
        # Who has no pointer has to be able to go into what is wider than the screen.
        return joined(self.tools(one), tag(
            "div", tag("table", caption, heads, rows), class_="scroll", tabindex="0",
            role="region", aria_label=one.caption))

    @part.register
    def _(self, one: parts.Folded) -> Html:
        heads = tag("tr", *(tag("th", said, scope="col") for said in one.heads))
        rows = (tag("tr", tag("th", row[0]), *(tag("td", said) for said in row[1:]),
                    **self.known(traits)) for row, traits in _with_traits(one))
        return tag("details", tag("summary", one.title),
                   tag("table", tag("thead", heads), tag("tbody", *rows)))

    def _pairs(self, one: parts.Table) -> Html:
        return tag("dl", *(tag("div", tag("dt", name.said), tag("dd", self._said(value)),
                               class_="long" if value.code else None)
                           for name, value in one.rows), class_="pairs")

    def _head(self, one: parts.Head) -> Html:
        drawn = Html(written(one.axis)) if one.axis is not None else ""
        said = tag("span", one.said, class_="name") if one.said else ""
        kind = "number drawn" if one.axis is not None else "number" if one.number else None
        return tag("th", said, drawn, scope="col", class_=kind,
                   aria_sort="descending" if one.falling else None)

    def _cell(self, one: parts.Cell, head: parts.Head, at: int) -> Html:
        said = self._said(one)
        if one.drawn is not None:
            said = tag("div", Html(written(one.drawn)), said, class_="beside")
        icon = Html(written(one.icon)) if one.icon is not None else ""
        kind = " ".join(k for k in ("number" * head.number,
                                    "drawn" * (head.axis is not None or one.drawn is not None),
                                    one.mark) if k)
        words_ = one.said if not head.number else None
        sort = words_ if one.sort is None else (
            one.sort if isinstance(one.sort, str) else f"{one.sort:.{DIGITS}g}")
        name = "th" if at == 0 else "td"
        return tag(name, icon, said, class_=kind or None, data_v=sort,
                   scope="row" if at == 0 else None)

    def _said(self, one: parts.Cell) -> Html:
        said = tag("code", one.said) if one.code else tag("span", one.said)
        marked = tag("em", self.words.says("things.out")) if one.mark == "out" else ""
        below = tag("small", one.below) if one.below else ""
        return joined(said, marked, below)


def _with_traits(one: Any) -> Iterable[tuple[Any, parts.Traits]]:
    """The rows of a table or of what is folded, each with what is known of it."""
    return zip(one.rows, one.traits or [parts.Traits()] * len(one.rows), strict=True)
