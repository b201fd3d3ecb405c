"""The whole report as plain parts; begin here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.lab.report.answers import answers
from tilewright.lab.report.digest import ready
from tilewright.lab.report.lengths import length, rules
from tilewright.lab.report.parts import Report
from tilewright.lab.report.pictures import Pictures
from tilewright.lab.report.played import counted, limits, odd, played, robust, warnings
from tilewright.lab.report.points import points, seats
from tilewright.lab.report.things import board, things
from tilewright.lab.report.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.playing.game import Game


def outline(findings: Mapping[str, Any], game: Game | None, lang: str, *, hover: bool) -> Report:
    """All sections that have something to tell, in the order of the questions of designers."""
    words, pictures, made = Words(lang), Pictures(game, lang), findings["made"]
    findings = ready(findings)
    sections = [
        answers(findings, words), played(findings, words), seats(findings, words),
        points(findings, words, hover=hover), things(findings, words, pictures),
        board(findings, words, pictures, hover=hover), rules(findings, words),
        length(findings, words, hover=hover), robust(findings, words), odd(findings, words),
        limits(findings, words)]
    under = [words.says("head.players", n=made["game"]["players"]),
             words.says("head.games", n=made["games"]),
             words.listed(counted(made["bots"], words)),
             *(words.says("head.variant", what=v) for v in made["game"].get("variants") or ())]
    return Report(lang, words.name(made["game"]["title"], made["game"]["id"]), under,
                  warnings(findings, words), [s for s in sections if s.parts])
