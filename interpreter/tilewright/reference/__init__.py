"""The reference: words, sections, problem codes and limits, as pages and as plain text.

Effects, functions, sections, codes and limits come from their own declarations.
"""

from tilewright.reference.layout import REMAKE
from tilewright.reference.pages import limits_page, pages
from tilewright.reference.plain import explain, summary
from tilewright.reference.words import ABILITIES, SHAPES, Entry, entries

__all__ = ["ABILITIES", "REMAKE", "SHAPES", "Entry", "entries", "explain", "limits_page", "pages",
           "summary"]
