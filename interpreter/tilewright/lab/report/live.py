"""What an interactive page has besides: a search above long tables, legends that switch, notes for
its script. Without the script nothing of it is seen; style and script are in `page/live.*`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lab.report.html import Html, Writer, joined, tag

if TYPE_CHECKING:
    from tilewright.lab.report import parts

# A shorter table is seen at a glance.
MANY = 8


class LiveWriter(Writer):
    """Writes the parts of one report, and what its script needs beside them."""

    files = ("report", "live")

    def hint(self) -> list[Html]:
        return [tag("p", self.words.says("live.hint"), class_="live quiet", hidden=True)]

    def known(self, traits: parts.Traits) -> dict[str, str | None]:
        return {"data_of": " ".join(traits.of) or None,
                "data_tells": None if traits.tells else "no"}

    def legend(self, one: parts.Plot) -> Html:
        # One series alone is the whole picture.
        return _live(self._legend(one.title, one.series) if len(one.series) > 1 else "")

    def tools(self, one: parts.Table) -> Html:
        is_plot = any(cell.drawn is not None for row in one.rows for cell in row)
        search = self._search(one) if is_plot and len(one.rows) >= MANY else ""
        return _live(search, self._legend(one.caption, one.series) if one.series else "")

    def _legend(self, what: str, series: list[parts.Series]) -> Html:
        buttons = (tag("button", _sample(one.look), one.name, type="button", aria_pressed="true",
                       data_marks=one.marks) for one in series)
        return tag("div", *buttons, class_="legend", role="group",
                   aria_label=self.words.says("live.legend", what=what))

    def _search(self, one: parts.Table) -> Html:
        """Words to look for, the order, and what can be told; the script knows the columns."""
        says = self.words.says
        unsure = any(not traits.tells for traits in one.traits)
        only = tag("label", tag("input", type="checkbox"), tag("span", says("live.only")))
        return tag(
            "div",
            tag("label", tag("span", says("live.find")), tag("input", type="search",
                                                             autocomplete="off")),
            tag("label", tag("span", says("live.sort")), tag("select", tag(
                "option", says("live.sort.own"), value=""))),
            tag("button", "⇅", type="button", class_="turn", aria_label=says("live.turn"),
                title=says("live.turn")),
            only if unsure else "",
            tag("output", data_said=says("live.shown", n="{n}", count="{count}")),
            class_="search", role="group", aria_label=says("live.search", what=one.caption))


def _live(*inside: str) -> Html:
    """What is hidden until the script can do something with it."""
    return tag("div", *inside, class_="live", hidden=True) if any(inside) else joined()


def _sample(look: str) -> Html:
    """How the marks of a series look."""
    return tag("svg", tag("circle", cx="7", cy="7", r="5", class_=look), viewBox="0 0 14 14",
               width="14", height="14", aria_hidden="true")
