"""A report on a series of games, from its findings alone: one page that works offline, the same in
Markdown and as data, a few lines for a terminal, and a label for a README."""

from tilewright.lab.report.files import write
from tilewright.lab.report.short import label, summary_lines

__all__ = ["label", "summary_lines", "write"]
