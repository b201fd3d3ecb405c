"""A whole game as one page that works alone: no server, no network, nothing to install."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from tilewright.model import FALLBACK
from tilewright.table.reel import OPEN, Who, reel
from tilewright.table.said import page_file
from tilewright.text import title

if TYPE_CHECKING:
    from tilewright.playing.record import Session

# A page that is larger than this is made with less in it.
LARGEST = 300_000
STYLES = ("style", "replay")
MAIN = "replayed"
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./([a-z]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const|let) (\w+))", re.MULTILINE)
POLICY = ("default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; "
          "img-src data:; base-uri 'none'; form-action 'none'")


def html(session: Session, seat: int | None = None, *, open_: bool = False) -> str:
    """A game as one page: as a seat saw it, as one who only watched did, or with everything open.

    What the one who looks did not know is not in the page. In one with everything open, each seat
    can be looked at by itself too, if there is room for that.
    """
    langs = sorted(session.game.model.texts) or [FALLBACK]
    made = ""
    for watching in _choices(session, seat, open_=open_):
        made = _page(session, watching, langs)
        if len(made.encode()) <= LARGEST:
            break
    return made


def _choices(session: Session, seat: int | None, *, open_: bool) -> list[list[Who]]:
    """Who looks, from most to least."""
    if not open_:
        return [[seat]]
    if not session.state.program.plan.hides:
        return [[OPEN]]
    return [[OPEN, *range(session.state.players), None], [OPEN, None], [OPEN]]


def _page(session: Session, watching: list[Who], langs: list[str]) -> str:
    told = json.dumps(reel(session, watching, langs), ensure_ascii=False, separators=(",", ":"))
    packed = base64.b64encode(zlib.compress(told.encode(), 9)).decode()
    style, script = "\n".join(page_file(f"{name}.css") for name in STYLES), _script()
    policy = POLICY.format(script=_digest(script), style=_digest(style))
    values = {"policy": policy, "title": escape(title(session.game.model, langs[0])),
              "style": style, "reel": packed, "script": script}
    return re.sub(r"\{([a-z]+)\}", lambda hole: values[hole[1]], page_file("replay.html"))


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


# -- the modules of the page as one ---------------------------------------------------------------


@cache
def _script() -> str:
    """All modules of the page in one, for browsers load no modules beside a file.

    Each becomes a function that gives what it exports, and is called before those who import it.
    """
    order: list[str] = []
    _add(MAIN, order)
    return "\n".join(map(_wrapped, order)).replace("</", "<\\/").replace("<!--", "<\\!--")


def _add(name: str, order: list[str]) -> None:
    for _, other in IMPORT.findall(page_file(f"{name}.js")):
        if other not in order:
            _add(other, order)
    order.append(name)


def _wrapped(name: str) -> str:
    text = page_file(f"{name}.js")
    given = ", ".join(found[1] for found in EXPORT.findall(text))
    body = EXPORT.sub(r"\1", IMPORT.sub(_taken, text))
    return f"const page_{name} = (() => {{\n{body}return {{ {given} }};\n}})();"


def _taken(found: re.Match[str]) -> str:
    """An import as a constant; what is imported by another name is named as in a pattern."""
    names, module = found[1], found[2]
    return f"const {{{names.replace(' as ', ': ')}}} = page_{module};\n" if names else ""
