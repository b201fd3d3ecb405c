"""What is wrong with a file that is no YAML: where people have to look, and what they can do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.reading.files import BREAK

if TYPE_CHECKING:
    import yaml

KEY = re.compile(r"\s*(?:- )*([\w.-]+)")
# A key whose value follows at once.
CLOSE = re.compile(r"\s*(?:- )?([A-Za-z_][\w.-]*):([^\s:/][^:]*)\Z")
VALUE = r"^\s*(?:- )*[\w./-]+:\s+"
ODD_VALUES = (
    (re.compile(VALUE + r"(\{)[^{}:,]*\}\s*[^\s,\]}#]"), "a text cannot start with '{0}'",
     "put quotes around a text that starts with '{0}'; expressions need no braces"),
    (re.compile(VALUE + r"'(?:[^']|'')*(')[^\s',}\]#:]"),
     "an apostrophe ends a text in single quotes",
     "put double quotes around it, or write the apostrophe twice: ''"),
    (re.compile(VALUE + r"\"(?:[^\"\\]|\\.)*\"\s*([^\s#,}\]:])"),
     "something follows after quotes", "put the quotes around the whole text"),
    (re.compile(VALUE + r"\{[^{}]*\}\s*(,)\s*$"), "a '{0}' stands after the last bracket",
     "leave it out"),
    (re.compile(VALUE + r"\{[^{}]*\}\s+(\w)"), "something follows after '}}'",
     "write it in a line of its own"),
    (re.compile(r"\{[^{}]*?[\w.]+(:)\s*\}"), "nothing stands behind this ':'",
     "write the value behind it"),
    (re.compile(VALUE + r"(\|)\S"), "a text cannot start with '{0}'",
     "put quotes around a text that starts with '{0}'; in expressions there is abs(x)"),
    (re.compile(VALUE + r"[^\s'\"{\[|>&*!].*?\s(then|else|do|from|to|with|by|step|because): "),
     "'{0}:' stands behind a value", "write '{0}:' in a line of its own"),
    (re.compile(VALUE + r"[^\s'\"{\[|>&*!].*?(:)\s*$"), "a '{0}' stands at the end of a value",
     "leave it out"),
    (re.compile(VALUE + r"([*&])(?!\w+\s*$)"), "a text cannot start with '{0}'",
     "put quotes around a text that starts with '{0}'"),
    (re.compile(r"\{[^{}\[\]\"']*?\w+:\s+[^\s,{}\[\]\"']+\s+(\w+):\s"),
     "a comma is missing before '{0}'", "put a comma between parts: {{a: 1, b: 2}}"),
)
CLOSING = {"sequence": ("[", "]"), "mapping": ("{", "}")}


class Fault(NamedTuple):
    """A place, by lines and columns from 0, with a sentence and a way out."""

    line: int
    column: int
    said: str
    hint: str


def fault(error: yaml.MarkedYAMLError, text: str) -> Fault:
    """The fault of a text, where it was made rather than where it was noticed."""
    lines = BREAK.split(text)
    mark: Any = error.problem_mark or error.context_mark
    row = min(mark.line, len(lines) - 1)
    column = min(mark.column, len(lines[row])) if row == mark.line else len(lines[row])
    said = (error.problem or "unreadable").strip()
    here = lines[row][column:column + 1]
    if here == "\t":
        return Fault(row, column, "a tab", "indent with spaces, never with tabs")
    found = _of_git(lines) or _odd_value(lines, row, error)
    if found is not None:
        return found
    if "mapping values are not allowed" in said:
        found = _value_without_place(lines, row, column, said)
    elif "expected key" in said:
        found = _too_deep(lines, row)
    elif "expected ',' or" in said and not lines[row][:column + 1].endswith("["):
        found = _not_closed(error)
    elif "unexpected end of stream" in said and error.context_mark is not None:
        start: Any = error.context_mark
        found = Fault(start.line, start.column, "these quotes are never closed",
                      "write the same sign at the end of the text")
    elif "cannot start any token" in said or "undefined alias" in said:
        found = Fault(row, column, f"a text cannot start with '{here}'",
                      f"put quotes around a text that starts with '{here}'")
    return found or Fault(row, column, said, _hint(said, lines[row][:column + 1]))


def _of_git(lines: list[str]) -> Fault | None:
    """Two versions of some lines, which git leaves where it cannot put them together."""
    row = next((n for n, line in enumerate(lines) if line.startswith("<<<<<<< ")), None)
    return None if row is None else Fault(
        row, 0, "git left two versions here", "keep one of them, and remove the lines that begin "
        "with <<<<<<<, ======= and >>>>>>>")


def _odd_value(lines: list[str], row: int, error: yaml.MarkedYAMLError) -> Fault | None:
    """A value that looks like a text and is read as something else; it may end a line above."""
    start: Any = error.context_mark
    above = _above(lines, row)
    rows: list[int] = [row, row if above is None else above,
                       min(start.line, row) if start is not None else row]
    for at in dict.fromkeys(rows):
        for pattern, said, hint in ODD_VALUES:
            found = pattern.search(lines[at])
            if found is not None:
                sign = found.group(1)
                return Fault(at, found.start(1), said.format(sign), hint.format(sign))
    return None


def _value_without_place(lines: list[str], row: int, column: int, said: str) -> Fault:
    """A ': ' where no value can be: because of this line, or of the one above."""
    second = re.search(r":\s+\S.*?\s([a-z_]+)\Z", lines[row][:column])
    own = f", or write '{second.group(1)}:' in a line of its own" if second is not None else ""
    quotes = Fault(row, column, said, f"put quotes around a text that contains ': '{own}")
    above = _above(lines, row)
    if above is None or ": " in lines[row][:column]:
        return quotes
    upper, indent = lines[above], _indent(lines[row])
    close = CLOSE.match(upper)
    if close is not None:
        key, rest = close.groups()
        return Fault(above, close.start(1), f"a space is missing after '{key}:'",
                     f"write a space after the colon: {key}: {rest}")
    word = KEY.match(upper)
    if ":" not in upper and word is not None and _indent(upper) <= indent:
        rest = upper[word.end():].strip()
        return Fault(above, word.start(1), f"a colon is missing after '{word.group(1)}'",
                     f"write it as: {word.group(1)}: {rest}".rstrip())
    return _too_deep(lines, row) or quotes


def _too_deep(lines: list[str], row: int) -> Fault | None:
    """A line below a value, as if it were a part of it."""
    above = _above(lines, row)
    if above is None or ": " not in lines[above] or _indent(lines[above]) >= _indent(lines[row]):
        return None
    return Fault(row, _indent(lines[row]), "this line stands deeper than the one above, which has "
                 "a value already", "let it start in the same column as the line above")


def _above(lines: list[str], row: int) -> int | None:
    """The nearest line above that says something."""
    return next((at for at in range(row - 1, -1, -1)
                 if lines[at].strip() and not lines[at].lstrip().startswith("#")), None)


def _not_closed(error: yaml.MarkedYAMLError) -> Fault | None:
    """A bracket that is opened and never closed."""
    start: Any = error.context_mark
    kind = (error.context or "").rpartition(" ")[2]
    if start is None or kind not in CLOSING:
        return None
    opening, closing = CLOSING[kind]
    return Fault(start.line, start.column, f"what begins with '{opening}' here does not go on as a "
                 "list of parts, or is never closed",
                 f"put a comma between parts, and '{closing}' at the end")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _hint(said: str, up_to: str) -> str:
    if "expected ',' or" in said and up_to.endswith("["):
        return "put quotes around a key or an expression that holds [ ], inside { } and [ ]"
    if "expected '-' indicator" in said:
        return "each line of a list starts with '- '; a key cannot stand beside them"
    if "expected key" in said or "block end" in said or "indentation" in said:
        return "check that the lines of one list or mapping start in the same column"
    return "check the quotes, brackets and indentation just above this line"
