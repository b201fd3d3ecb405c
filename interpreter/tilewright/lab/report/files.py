"""The files of a report: a page, the same in Markdown, and all numbers as data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tilewright.lab.report.html import Writer, page
from tilewright.lab.report.live import LiveWriter
from tilewright.lab.report.markdown import markdown
from tilewright.lab.report.outline import outline
from tilewright.problems import UsageError, printable
from tilewright.writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tilewright.playing.game import Game


def write(findings: Mapping[str, Any], game: Game | None, folder: Path, lang: str = "en",
          interactive: bool = False) -> None:
    """Write `report.html`, `report.md` and `report.json`; an `interactive` page shows what stands
    behind each mark, and lets its rows be searched and its series be switched."""
    report = outline(findings, game, lang, hover=interactive)
    writer = LiveWriter(report) if interactive else Writer(report)
    files = {"report.html": page(writer, findings), "report.md": markdown(report),
             "report.json": json.dumps(findings, ensure_ascii=False, indent=1) + "\n"}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            write_whole(folder / name, text)
    except OSError as error:
        raise UsageError(f"the report cannot be written to '{printable(str(folder))}': "
                         f"{error.strerror or error}; name another folder with '--out'") from error
