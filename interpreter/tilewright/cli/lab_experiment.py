"""`tilewright lab experiment`: what a file asks, answered, so that it can be asked again."""

from __future__ import annotations

import os
import shlex
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.cli.given import Interactive, Json, Lang  # noqa: TC001  the options are made of annotations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.lab.experiments.read import Experiment, Question
    from tilewright.lab.experiments.run import Answer, Asking
    from tilewright.lab.store import Store

    # The lines of an answer, from what was found, its question and a language.
    Lines = Callable[[dict[str, Any], Question, str], list[str]]


def experiment(
    file: Annotated[str, typer.Argument(
        help="An experiment, or a pack that has a lab.yaml in its folder.", show_default=False)],
    check: Annotated[bool, typer.Option(
        "--check", help="Look whether anything is wrong with the file, and play nothing.")] = False,
    jobs: Annotated[int | None, typer.Option(
        min=1, help="How many processes; normally one for each processor.",
        show_default=False)] = None,
    cluster: Annotated[str | None, typer.Option(
        metavar="ADDRESS", help="Play on other machines: the address of a Dask scheduler, or "
        "local:4.", show_default=False)] = None,
    out: Annotated[Path | None, typer.Option(
        help="A folder for the answers, the reports, and the games that were played.")] = None,
    interactive: Interactive = False,
    resume: Annotated[bool, typer.Option(
        "--resume", help="Go on with the games that are in the folder.")] = False,
    store: Annotated[Path | None, typer.Option(
        help="A file for the games that were played; what is in it is not played again.",
        show_default=False)] = None,
    json_to: Json = None,
    lang: Lang = "en",
) -> None:
    """Answer the questions of an experiment: series, comparisons, prices, numbers, coverage.

    The same file gives the same answers. Ctrl-C ends it; what was played is kept with '--out' or
    '--store'.
    """
    from tilewright.cli import lab_playing
    from tilewright.cli.lab_begin import bar, need_numpy
    from tilewright.cli.lab_series import check_hands, check_interactive, make_folder
    from tilewright.cli.series import write_json
    from tilewright.lab.experiments.names import whole_experiment
    from tilewright.lab.experiments.result import result, write
    from tilewright.lab.experiments.run import Asking
    from tilewright.lab.series import Hands
    from tilewright.text import need_language

    need_numpy()
    check_hands(jobs, cluster)
    check_interactive(out, interactive=interactive)
    kept, goes_on = lab_playing.file_for(store, out, resume=resume)
    again = shlex.join(["tilewright", "lab", "experiment", file])
    asked = whole_experiment(_file(file))
    for side in asked.arms.values():
        need_language(side.game.model, lang)
    if check:
        print(f"{asked.shown}: no problem; {_many(len(asked.arms), 'arm')} and "
              f"{_many(len(asked.questions), 'question')}")
        return
    if out is not None:
        make_folder(out)
    with _store(kept, goes_on=goes_on) as games:
        hands = Hands(jobs or os.cpu_count() or 1, cluster, games)
        asking = Asking(asked, hands, bar, again)
        answers = _asked(asking, kept, (lang, json_to != "-"))
    found = result(asked, again, [(one, _lines(one, lang)) for one in answers])
    if json_to is not None:
        write_json(found, json_to)
    if out is not None:
        write(found, answers, out, lang, interactive)
        if json_to != "-":
            print(f"\nanswers: {out / 'experiment.md'}")


def _file(name: str) -> Path:
    """The file of an experiment, or the one beside a pack."""
    from tilewright.packs.doors import find, search
    from tilewright.packs.given import MANIFEST, given_folder
    from tilewright.packs.unnamed import EXPERIMENT
    from tilewright.problems import UsageError, printable

    folder = next((find(name, kind) for kind in MANIFEST if given_folder(name, kind) is not None
                   or search(name, kind)), Path(name))
    for path in (folder / EXPERIMENT, Path(name)):
        with suppress(OSError, ValueError):   # a name that no file can have
            if path.is_file():
                return path
    raise UsageError(f"there is no experiment '{printable(name[:60])}'; name a file, or a pack "
                     f"with a {EXPERIMENT} in its folder")


@contextmanager
def _store(file: Path | None, *, goes_on: bool) -> Iterator[Store]:
    """Where games are kept; without a file until the end, as several questions ask for the same."""
    from tempfile import TemporaryDirectory

    from tilewright.cli import lab_playing

    if file is not None:
        with lab_playing.opened(file, goes_on=goes_on) as store:
            yield store
        return
    with TemporaryDirectory(prefix="tilewright-") as folder, lab_playing.opened(
            Path(folder) / lab_playing.KEPT, goes_on=False) as store:
        yield store


def _asked(asking: Asking, kept: Path | None, told: tuple[str, bool]) -> list[Answer]:
    """The answers, each told as soon as it is there."""
    from tilewright.problems import printable

    lang, prints = told
    answers: list[Answer] = []
    if prints:
        print("\n".join(_head(asking.experiment)))
    try:
        for answer in asking.answers():
            answers.append(answer)
            if prints:
                print("\n".join(["", *_lines(answer, lang)]), flush=True)
    except KeyboardInterrupt:
        where = "" if kept is None else (f", and what was played is kept in "
                                         f"'{printable(str(kept))}'")
        many = _many(len(asking.experiment.questions), "question")
        raise KeyboardInterrupt(f"interrupted; of {many} {len(answers)} have an answer{where}"
                                ) from None
    return answers


def _head(asked: Experiment) -> list[str]:
    """What is asked, and of which arms."""
    from tilewright.cli.lab_told import on_top

    packs = {name: {"variants": side.game.model.variants, "options": dict(side.plan.arm.options)}
             for name, side in asked.arms.items()}
    return [asked.told["question"], *(f"  {name}: {on_top(made)}" for name, made in packs.items())]


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


# -- lines ----------------------------------------------------------------------------------------


def _lines(answer: Answer, lang: str) -> list[str]:
    """What an answer says: what was asked, and the lines of the command that asks it alone."""
    question = answer.question
    return [f"{question.name}:", *LINES[question.kind](answer.found, question, lang)]


def _series(found: dict[str, Any], _question: Question, lang: str) -> list[str]:
    from tilewright.lab.report import summary_lines

    return summary_lines(found, lang)


def _compare(found: dict[str, Any], _question: Question, _lang: str) -> list[str]:
    from tilewright.cli.lab_told import comparison

    return comparison(found)


def _price(found: dict[str, Any], _question: Question, _lang: str) -> list[str]:
    from tilewright.cli.lab_told import price

    return price(found)


def _tune(found: dict[str, Any], _question: Question, _lang: str) -> list[str]:
    from tilewright.cli.lab_tuned import tuning

    return tuning(found)


def _coverage(found: dict[str, Any], question: Question, _lang: str) -> list[str]:
    from tilewright.cli.lab_coverage import lines
    from tilewright.lab.coverage import Coverage

    (side,) = question.sides
    return lines(Coverage.of_json(found), side.game, [side.plan.players],
                 f"seed {side.plan.seed}, bot {side.plan.bots[0]}")


LINES: dict[str, Lines] = {"series": _series, "compare": _compare, "price": _price, "tune": _tune,
                           "coverage": _coverage}
